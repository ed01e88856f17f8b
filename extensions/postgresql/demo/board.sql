-- A dashboard of eight questions. Its budget is what one refresh costs, and answers are kept for a
-- day.
SELECT indp.budget('demo.hie', 'board', 0.8, keep => '1 day');
