-- Makes a table on the coordinator whose partitions are the tables of the three servers. Each site
-- is on one server. Only the owner of the study may read this table, since states are exact.
-- Readers get the table of answers.
CREATE TABLE demo.hie(
  id int NOT NULL, year int NOT NULL, site int NOT NULL, plan int, coins float8, income float8, age float8, female int, educdec float8,
  hlthg int, hlthf int, hlthp int, disea float8, mdvis int, outpdol float8, inpdol float8, meddol float8) PARTITION BY LIST (site);
CREATE FOREIGN TABLE demo.hie1 PARTITION OF demo.hie FOR VALUES IN (1, 2) SERVER node1 OPTIONS (schema_name 'demo', table_name 'hie');
CREATE FOREIGN TABLE demo.hie2 PARTITION OF demo.hie FOR VALUES IN (3, 4) SERVER node2 OPTIONS (schema_name 'demo', table_name 'hie');
CREATE FOREIGN TABLE demo.hie3 PARTITION OF demo.hie FOR VALUES IN (5, 6) SERVER node3 OPTIONS (schema_name 'demo', table_name 'hie');
ALTER ROLE health SET enable_partitionwise_aggregate = on;
CREATE TABLE demo.answers(question text, answer text, error float8, epsilon float8);
