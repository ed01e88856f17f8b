SELECT indp.accept('demo.hie', 'reltuples');
SELECT indp.budget('demo.hie', 'researchers', 6.0, every => '30 days', per_reader => 2.5);
