-- The owner declares what is private, who may query it, and how much epsilon may be spent. The
-- bounds, the keys, epsilon and rows_per_person are public: they come from the plan of the
-- experiment, not from the rows.
SELECT indp.protect('demo.hie', person => 'id', rows_per_person => 5, epsilon => 0.25, max_epsilon => 0.5, total => 10.0,
                    columns => '{"mdvis": [0, 20], "meddol": [0, 5000], "age": [0, 70]}', keys => '{"site": [1, 2, 3, 4, 5, 6], "female": [0, 1]}');
GRANT USAGE ON SCHEMA demo TO researchers, board;
GRANT SELECT ON demo.hie_private TO researchers, board;
-- indp.check lists the leaks that are still open, each with the statement that closes it. The
-- administrator executes these statements. The owner accepts that the estimated number of rows is
-- public.
SELECT leak, left(statement, 70) AS statement FROM indp.check('demo.hie');
