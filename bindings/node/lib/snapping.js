'use strict';
const low = require('./low.js');
const { withOptions, guarded } = require('./options.js');
const { elements, lengthOf, clampedInteger } = require('./values.js');

// The Laplace mechanism, clamped and rounded to a grid, with fixed parameters.
class Snapping {
    #handle;
    #entropy;

    constructor(epsilon, sensitivity, bound, options) {
        withOptions(options, (c, entropy) => {
            this.#handle = low.snappingNew(epsilon, sensitivity, bound, c);
            this.#entropy = entropy;
        });
    }

    close() {
        low.close(this.#handle);
    }

    release(value) {
        return guarded(this.#entropy, () => low.snappingRelease(this.#handle, value));
    }

    releaseInteger(value) {
        const integer = clampedInteger(value);
        return guarded(this.#entropy, () => low.snappingReleaseInt64(this.#handle, integer));
    }

    releaseMany(values) {
        const given = elements(Float64Array, values, this.#entropy !== undefined);
        const out = new Float64Array(lengthOf(given));
        guarded(this.#entropy, () => low.snappingReleaseMany(this.#handle, given, out));
        return out;
    }

    get lambda() {
        return low.snappingLambda(this.#handle);
    }

    get grid() {
        return low.snappingGrid(this.#handle);
    }

    get laplaceEpsilon() {
        return low.snappingLaplaceEpsilon(this.#handle);
    }

    get loss() {
        return low.snappingLoss(this.#handle);
    }

    get precision() {
        return low.snappingPrecision(this.#handle);
    }

    get unitRoundoff() {
        return low.snappingUnitRoundoff(this.#handle);
    }

    accuracy(alpha) {
        return low.snappingAccuracy(this.#handle, alpha);
    }

    accuracyAt(value, alpha) {
        return low.snappingAccuracyAt(this.#handle, value, alpha);
    }

    static epsilonForAccuracy(sensitivity, bound, alpha, r, options) {
        return withOptions(options, (c) => low.snappingEpsilonForAccuracy(sensitivity, bound, alpha, r, c));
    }

    moments(value) {
        return low.snappingMoments(this.#handle, value);
    }

    distance(value, alpha) {
        return low.snappingDistance(this.#handle, value, alpha);
    }

    get auditBound() {
        return low.auditBound(this.#handle);
    }

    auditPair(f, g, mostOutputs = 0) {
        return low.auditPair(this.#handle, f, g, mostOutputs);
    }

    auditPairIntegers(f, g, mostOutputs = 0) {
        return low.auditPairInt64(this.#handle, f, g, mostOutputs);
    }

    auditRange(lowest, highest, mostOutputs = 0) {
        return low.auditRange(this.#handle, lowest, highest, mostOutputs);
    }

    // Returns { probability, logProbability }.
    probability(value, output) {
        return low.auditProbability(this.#handle, value, output);
    }
}

module.exports = { Snapping };
