-- Tables for surface.py. v has a column of each type: usual values, NULL, and the edges.
CREATE OR REPLACE DATABASE surface CHARACTER SET utf8mb4;
CREATE OR REPLACE USER guest, keeper;
GRANT ALL ON surface.* TO keeper;
USE surface;
CREATE TABLE v(k INT, x DOUBLE, c_tiny TINYINT, c_small SMALLINT UNSIGNED, c_int INT, c_big BIGINT, c_unsigned BIGINT UNSIGNED, c_zero INT ZEROFILL, c_bool BOOLEAN, c_bit BIT(64), c_decimal DECIMAL(65, 30), c_wide DECIMAL(65, 0),
  c_float FLOAT, c_year YEAR, c_date DATE, c_time TIME(6), c_datetime DATETIME(6), c_stamp TIMESTAMP NULL, c_char CHAR(20), c_text LONGTEXT, c_latin VARCHAR(40) CHARACTER SET latin1, c_utf16 VARCHAR(40) CHARACTER SET utf16,
  c_utf32 TEXT CHARACTER SET utf32, c_ucs2 CHAR(5) CHARACTER SET ucs2, c_gbk VARCHAR(20) CHARACTER SET gbk, c_binary BINARY(5), c_varbinary VARBINARY(4000), c_blob LONGBLOB, c_enum ENUM('1', 'a', ''), c_set SET('1', 'b'),
  c_json JSON, c_uuid UUID, c_inet4 INET4, c_inet6 INET6, c_point POINT, c_geometry GEOMETRY, c_virtual DOUBLE AS (x + 1) VIRTUAL, c_stored VARCHAR(30) AS (concat(x, '')) STORED, c_compressed VARCHAR(2000) COMPRESSED);
SET sql_mode = '';
INSERT INTO v VALUES
  (1, 1, 1, 1, 1, 1, 1, 1, 1, b'1', 1, 1, 1, 2000, '2000-01-02', '01:02:03', '2000-01-02 03:04:05', '2000-01-02', '1', '1', '1', '1', '1', '1', '1', '1', '1', '1', '1', '1', '[1]', '00000000-0000-0000-0000-000000000001', '1.2.3.4', '::1', POINT(1, 2), POINT(1, 2), DEFAULT, DEFAULT, '1'),
  (1, 2.5, -128, 65535, -2147483648, -9223372036854775808, 18446744073709551615, 4294967295, 0, ~0, -99999999999999999999999999999999999.999999999999999999999999999999, repeat(9, 65), 3e38, 2155, '9999-12-31', '838:59:59.999999', '9999-12-31 23:59:59.999999', '2038-01-19 03:14:07',
   'a', repeat('1', 100000), 0xe9, 'é', '😀', 'é', 0x8140, 0x00, repeat('z', 4000), repeat(0xff, 200000), 'a', '1,b', '{"a": [1, null]}', uuid(), '255.255.255.255', 'ffff::', NULL, ST_GeomFromText('LINESTRING(0 0, 1 1)'), DEFAULT, DEFAULT, repeat('c', 2000)),
  (2, -1e308, 127, 0, 2147483647, 9223372036854775807, 0, 0, 1, b'0', 1e-30, -1, -1e-45, 0, '0000-00-00', '-838:59:59', '0000-00-00', '1970-01-02', '', '', '', '', '', '', '', '', '', '', '', '', 'null', '00000000-0000-0000-0000-000000000000', '0.0.0.0', '::', NULL, NULL, DEFAULT, DEFAULT, ''),
  (2, 5e-324, 0, 0, 0, 0, 9223372036854775808, 7, 0, b'101', 0, 0, 0, 1901, '2000-00-00', '00:00:00', '2000-02-30', '1970-01-02', ' 2 ', '[0.25, 0.5]', '2', '["a"]', '[1]', '[1]', '2', 'x', 'indp', 'indp\0', 'a', 'b', '"x"', uuid(), '1.1.1.1', '::2', NULL, NULL, DEFAULT, DEFAULT, '[1]'),
  (3, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, DEFAULT, DEFAULT, NULL),
  (NULL, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, '2007-07-07', '7', '2007-07-07', '2007-07-07', '7', '7', '7', '7', '7', '7', '7', '7', '7', '7', '1', '1', '7', uuid(), '7.7.7.7', '::7', NULL, NULL, DEFAULT, DEFAULT, '7');
CREATE TABLE made(i INT PRIMARY KEY, b LONGTEXT);
CREATE FUNCTION one() RETURNS DOUBLE DETERMINISTIC RETURN 1;
GRANT SELECT ON surface.v TO guest;
