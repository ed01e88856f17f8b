//! Means, variances, standard deviations.
