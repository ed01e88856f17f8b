/* Converts bytes to hexadecimal digits and back. */
#ifndef INDPX_HEX_H
#define INDPX_HEX_H

#include <stddef.h>

/* The value of a hexadecimal digit, or -1 if the character is not a hexadecimal digit. */
int indpx_hex_digit(char digit);

/* Writes `length` bytes as 2 * `length` digits, without a terminating 0. */
void indpx_hex_write(const unsigned char *bytes, size_t length, char *out);

/* Reads `length` bytes from 2 * `length` characters. Returns 0 if one of the characters is not a
 * hexadecimal digit. */
int indpx_hex_read(const char *digits, size_t length, unsigned char *out);

#endif
