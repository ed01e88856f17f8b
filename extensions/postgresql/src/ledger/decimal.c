/* Writes an amount as a decimal. */
#include "parts.h"

#define PLACES 324 /* an amount counts units of 10^-324 */
#define LIMBS (AMOUNT_SIZE / 4)
#define GROUP 9 /* the number of digits that one division yields */

static uint32 divide(uint32 limbs[LIMBS], uint32 divisor)
{
    uint64 rest = 0;
    for (int i = LIMBS - 1; i >= 0; i--) {
        rest = rest << 32 | limbs[i];
        limbs[i] = (uint32)(rest / divisor);
        rest %= divisor;
    }
    return (uint32)rest;
}

/* An amount is below 2^2112, which has 636 digits. So its digits and a point fit into
 * DECIMAL_SIZE. */
void indppg_decimal(const uint8 amount[AMOUNT_SIZE], char out[DECIMAL_SIZE])
{
    enum { DIGITS = 72 * GROUP };
    uint32 limbs[LIMBS];
    char digits[DIGITS]; /* the last digit comes first */
    int first = DIGITS - 1, last = 0;
    char *end = out;
    for (int i = 0; i < LIMBS; i++)
        limbs[i] = amount[4 * i] | (uint32)amount[4 * i + 1] << 8 |
                   (uint32)amount[4 * i + 2] << 16 | (uint32)amount[4 * i + 3] << 24;
    for (int i = 0; i < DIGITS; i += GROUP) {
        uint32 group = divide(limbs, 1000000000);
        for (int k = 0; k < GROUP; k++, group /= 10)
            digits[i + k] = (char)('0' + group % 10);
    }
    while (first > PLACES && digits[first] == '0')
        first--;
    while (last < PLACES && digits[last] == '0')
        last++;
    if (first < PLACES)
        first = PLACES;
    for (int i = first; i >= last; i--) {
        if (i == PLACES - 1)
            *end++ = '.';
        *end++ = digits[i];
    }
    *end = 0;
}
