#include "hex.h"

int indpx_hex_digit(char digit)
{
    if (digit >= '0' && digit <= '9')
        return digit - '0';
    if (digit >= 'a' && digit <= 'f')
        return digit - 'a' + 10;
    if (digit >= 'A' && digit <= 'F')
        return digit - 'A' + 10;
    return -1;
}

void indpx_hex_write(const unsigned char *bytes, size_t length, char *out)
{
    static const char DIGITS[] = "0123456789abcdef";
    size_t i;
    for (i = 0; i < length; i++) {
        *out++ = DIGITS[bytes[i] >> 4];
        *out++ = DIGITS[bytes[i] & 15];
    }
}

int indpx_hex_read(const char *digits, size_t length, unsigned char *out)
{
    size_t i;
    for (i = 0; i < length; i++) {
        int high = indpx_hex_digit(digits[2 * i]), low = indpx_hex_digit(digits[2 * i + 1]);
        if (high < 0 || low < 0)
            return 0;
        out[i] = (unsigned char)(high * 16 + low);
    }
    return 1;
}
