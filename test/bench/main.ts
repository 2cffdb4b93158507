import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {cpus, tmpdir} from 'node:os';
import {join} from 'node:path';
import process from 'node:process';
import {fileURLToPath} from 'node:url';
import {parseArgs} from 'node:util';
import {cachedLog} from './cached-log.js';
import {compare, measureCount} from './compare.js';
import {installedPeers, reqscope} from './counters.js';
import {firstScreen} from './first-screen.js';
import {lnavAnswers} from './lnav-answers.js';
import {type Answered, answer, openWhole, type Question, questions} from './questions.js';
import {bytesPerEntry, countingTable, firstScreenTable, questionTable} from './report.js';
import {type Spread, spread} from './spread.js';

const usage = `Usage: npm run bench -- [options]

  --runs N      how often each program runs (5)
  --large       5M lines besides 1M
  --goaccess    GoAccess too, which takes minutes
  --only questions  only searches, facets, routes and timeline
`;

type Options = {
	readonly runs: number;
	readonly sizes: readonly number[];
	readonly goaccess: boolean;
	readonly only: string | undefined;
	/** The program to measure and its first arguments. */
	readonly cli: readonly string[];
};

const smallSize = 1000;

function positive(name: string, text: string): number {
	if (!/^[1-9]\d*$/.test(text)) {
		throw new Error(`--${name} takes a number from 1 on, not “${text}”`);
	}
	return Number(text);
}

function readOptions(): Options {
	const {values} = parseArgs({
		options: {
			runs: {type: 'string', default: '5'},
			large: {type: 'boolean', default: false},
			goaccess: {type: 'boolean', default: false},
			only: {type: 'string'},
			// For trying the benchmark itself: another size, another program.
			lines: {type: 'string', default: '1000000'},
			cli: {type: 'string'},
		},
	});
	const built = fileURLToPath(new URL('../../bundle/cli.js', import.meta.url));
	return {
		runs: positive('runs', values.runs),
		sizes: [positive('lines', values.lines), ...(values.large ? [5_000_000] : [])],
		goaccess: values.goaccess,
		only: values.only,
		cli: values.cli?.split(' ') ?? [process.execPath, built],
	};
}

async function counting({runs, sizes, goaccess, cli}: Options, directory: string): Promise<void> {
	const {counting: count, indexing} = reqscope(cli, directory);
	const counters = [indexing, count, ...installedPeers(directory, goaccess)];
	// Once before it counts: lnav sets up its home then.
	for (const counter of counters) {
		await measureCount(counter, await cachedLog(smallSize), smallSize);
	}
	const emptyLog = join(directory, 'empty.log');
	writeFileSync(emptyLog, '');
	const [empty] = await compare([indexing], emptyLog, 0, runs);
	for (const lines of sizes) {
		const results = await compare(counters, await cachedLog(lines), lines, runs);
		console.log(`Counting ${lines} lines, median (least–most) of ${runs}\n\n${countingTable(results)}\n`);
		const [full] = results;
		if (empty !== undefined && full !== undefined) {
			console.log(`${bytesPerEntry(empty, full, lines)}\n`);
		}
	}
}

async function firstScreens({runs, sizes, cli}: Options, directory: string): Promise<void> {
	const results = new Map<number, Spread>();
	for (const lines of [smallSize, ...sizes]) {
		const log = await cachedLog(lines);
		const times: number[] = [];
		for (let run = 0; run < runs; run++) {
			times.push(await firstScreen(cli, log, directory));
		}
		results.set(lines, spread(times));
	}
	console.log(`The first page at 80x24, median (least–most) of ${runs}\n\n${firstScreenTable(results)}`);
}

async function asking({runs, sizes}: Options, directory: string): Promise<void> {
	for (const lines of sizes) {
		const log = await cachedLog(lines);
		const store = await openWhole(log);
		const answers = new Map<Question, Answered>();
		for (const question of questions) {
			answers.set(question, await answer(store, question, runs));
		}
		await store.close();
		const lnav = await lnavAnswers(questions, log, directory, runs);
		console.log(
			`Questions about ${lines} entries, median (least–most) of ${runs}\n\n${questionTable(answers, lnav)}\n`,
		);
	}
}

async function main(options: Options): Promise<void> {
	const directory = mkdtempSync(join(tmpdir(), 'reqscope-bench-home-'));
	try {
		console.log(`Node ${process.version}, ${cpus().length} cores, ${cpus()[0]?.model ?? process.arch}\n`);
		if (options.only !== 'questions') {
			await counting(options, directory);
			await firstScreens(options, directory);
		}
		await asking(options, directory);
	} finally {
		rmSync(directory, {recursive: true, force: true});
	}
}

let options: Options | undefined;
try {
	options = readOptions();
} catch (error) {
	console.error(`${error instanceof Error ? error.message : error}\n\n${usage}`);
	process.exitCode = 2;
}
if (options !== undefined) {
	try {
		await main(options);
	} catch (error) {
		console.error(error instanceof Error ? error.message : error);
		process.exitCode = 1;
	}
}
