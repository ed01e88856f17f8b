'use strict';
// The program examples-c/quickstart.c, written in JavaScript. An argument is used as a seed and
// makes the output repeatable.
const indp = require('..');

const options = () => (process.argv[2] === undefined ? {} : { insecureSeed: BigInt(process.argv[2]) });

console.log(`indp ${indp.version}, header ${indp.headerVersion}`);
indp.selfTest();

const mechanism = new indp.Snapping(0.5, 3, 1e6, { ...options(), grid: 1 }); // whole numbers
console.log(`noise of scale ${mechanism.lambda} on a grid of ${mechanism.grid}`);
const one = mechanism.release(1200);
const three = mechanism.releaseMany([1200, 80, 4]);
const whole = mechanism.releaseInteger(1200n);
console.log(`one ${one}, three ${three.join(' ')}, an integer ${whole}`);
mechanism.close();

const count = new indp.Count(5);
const sum = new indp.Sum(0, 100, 5);
const shard = new indp.Sum(0, 100, 5);
count.add();
count.addRows(1001);
sum.add(40);
sum.addInteger(2n);
for (let i = 0; i < 250; i++) shard.addMany([12.5, 99, 1e9, -3]);
sum.merge(indp.Sum.fromBytes(shard.toBytes())); // the state of a shard is sent as bytes

// The errors that these answers exceed with probability 0.05.
const aroundCount = count.accuracy(0.5, 0.05).toFixed(0);
const aroundSum = sum.accuracy(0.5, 0.05).toFixed(0);
const counted = count.release(0.5, options());
const total = sum.release(0.5, options());
console.log(`count ${counted} (within ${aroundCount}), sum ${total.toFixed(0)} (within ${aroundSum}); both together cost epsilon = 1`);
