/* Bytes as hexadecimal digits and back. */
#ifndef INDPX_HEX_H
#define INDPX_HEX_H

#include <stddef.h>

/* The value of a digit, or -1. */
int indpx_hex_digit(char digit);

/* 2 * length digits, without an end. */
void indpx_hex_write(const unsigned char *bytes, size_t length, char *out);

/* length bytes from 2 * length digits; 0 if not all are digits. */
int indpx_hex_read(const char *digits, size_t length, unsigned char *out);

#endif
