// Readers' connections in Node.js: with the package better-sqlite3, or with node:sqlite (22.13 and
// newer).
// Usage: node with_node.js better-sqlite3|node:sqlite EXTENSION FOLDER
// The owner's part is in owner() below.
'use strict';
const fs = require('fs');
const path = require('path');

const [driver, extension, folder] = process.argv.slice(2);

function open(file) {
  if (driver === 'node:sqlite') {
    const { DatabaseSync } = require('node:sqlite');
    return new DatabaseSync(file, { allowExtension: true });
  }
  return new (require('better-sqlite3'))(file);
}

// The connection is made for readers by SQL alone, so that no other code of the host may use it.
function reader(privateFile, ledger) {
  const db = open(':memory:');
  db.loadExtension(extension);
  db.prepare('SELECT dp_reader(?, ?)').get(privateFile, ledger);
  return db;
}

function owner(privateFile, ledger) {
  const db = open(privateFile);
  db.exec('CREATE TABLE hie(person INTEGER, site INTEGER)');
  for (let i = 0; i < 100; i++) db.prepare('INSERT INTO hie VALUES (?, ?)').run(i, 1 + (i % 2));
  db.loadExtension(extension);
  db.prepare('SELECT dp_create(?)').get(ledger);
  db.prepare("SELECT dp_budget('hie', 1)").get();
  db.prepare('SELECT dp_question(?, ?)').get('people', JSON.stringify({
    table: 'hie', person: 'person', key: 'site', keys: [1, 2], aggregate: 'count',
    epsilon: 0.5, rows_per_person: 1, budget: 'hie',
  }));
  db.close();
}

const privateFile = path.join(folder, 'hie.db');
const ledger = path.join(folder, 'hie.ledger');
owner(privateFile, ledger);
const db = reader(privateFile, ledger);
const rows = db.prepare('SELECT * FROM dp_ask(?)').all('people');
if (rows.length !== 2 || rows[1].key !== 2) throw new Error(JSON.stringify(rows));
const attacks = JSON.parse(fs.readFileSync(path.join(__dirname, 'attacks.json')));
for (const attack of attacks) {
  const sql = attack.replaceAll('$P', privateFile).replaceAll('$L', ledger);
  let answer;
  try {
    answer = db.prepare(sql).all();
  } catch {
    continue;
  }
  throw new Error(`${sql} was not refused: ${JSON.stringify(answer)}`);
}
db.close();
console.log(`pass  ${driver}`);
