import process from 'node:process';
import {momentUrl} from './moment-url.js';
import {SteadyWriter} from './steady-writer.js';

// Writes to a log until it is killed: node build/test/bench/write-steadily.js LOG LINES-A-SECOND

/** Interval between two writes, in ms. */
const interval = 10;

const [path = '', rate] = process.argv.slice(2);
const writer = new SteadyWriter(path, Number(rate), () => momentUrl(Date.now()));
setInterval(() => writer.catchUp(), interval);
