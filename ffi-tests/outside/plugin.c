/* A plugin that uses the static library, and must export only its own function. */
#include <indp.h>

double plugin_answer(void);

double plugin_answer(void)
{
    unsigned char state[INDP_COUNT_STATE_SIZE];
    double answer = 0;

    if (indp_count_init(state, sizeof state, 1) != INDP_OK ||
        indp_state_release(state, 1, 0, &answer) != INDP_OK)
        return -1e300;
    return answer;
}
