import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import process from 'node:process';
import {errorMessage} from '../../source/error-message.js';
import {changeTable} from './changes.js';
import {excesses, type Figure} from './figure.js';
import {excessLines, figureTable} from './figure-table.js';
import {machine, missing} from './machine.js';
import {allParts, type Options, type Part, readOptions, usage} from './options.js';
import {measureAppend} from './parts/append.js';
import {measureFormats} from './parts/formats.js';
import {measureKeys} from './parts/keys.js';
import {measureLoad} from './parts/load.js';
import {measureMemory} from './parts/memory.js';
import {measureQuestions} from './parts/questions.js';
import {measureReading} from './parts/reading.js';
import {measureStart} from './parts/start.js';
import {allFigures, keepResult, type Result, readResult} from './result-file.js';
import type {Session} from './session.js';
import {Unmeasurable} from './unmeasurable.js';

const measurements: Readonly<Record<Part, (session: Session) => Promise<readonly Figure[]>>> = {
	reading: session => measureReading(session, 'combined'),
	distinct: session => measureReading(session, 'distinct'),
	formats: measureFormats,
	start: measureStart,
	memory: measureMemory,
	append: measureAppend,
	load: measureLoad,
	keys: measureKeys,
	questions: measureQuestions,
};

/** Measures a part. If the part can't be measured here, prints the reason and returns no figures. */
async function measurePart(part: Part, options: Options): Promise<readonly Figure[]> {
	const home = mkdtempSync(join(tmpdir(), 'reqscope-bench-home-'));
	try {
		return await measurements[part]({...options, home});
	} catch (error) {
		console.log(`${part}: not measured, ${errorMessage(error)}\n`);
		if (!(error instanceof Unmeasurable)) {
			process.exitCode = 1;
		}
		return [];
	} finally {
		rmSync(home, {recursive: true, force: true});
	}
}

function show(part: string, figures: readonly Figure[]): void {
	if (figures.length > 0) {
		console.log([`${part}\n`, figureTable(figures), '', ...excessLines(figures), ''].join('\n'));
	}
}

async function measureAll(options: Options): Promise<void> {
	const before = options.against === undefined ? undefined : readResult(options.against);
	console.log(`${machine()}\n`);
	for (const program of missing()) {
		console.log(`${program} isn’t installed: measured without it\n`);
	}
	const parts: Partial<Record<Part, readonly Figure[]>> = {};
	for (const part of options.parts) {
		const figures = await measurePart(part, options);
		show(part, figures);
		if (figures.length > 0) {
			parts[part] = figures;
		}
	}
	const result: Result = {machine: machine(), parts};
	if (options.check && excesses(allFigures(result)).length > 0) {
		process.exitCode = 1;
	}
	if (options.json !== undefined) {
		keepResult(options.json, result);
	}
	if (before !== undefined) {
		const changes = changeTable(allFigures(before), allFigures(result));
		console.log(changes ?? `${options.against} has nothing of what was measured`);
	}
}

function showResult(path: string): void {
	const result = readResult(path);
	console.log(`${result.machine}\n`);
	for (const part of allParts) {
		show(part, result.parts[part] ?? []);
	}
}

let options: Options | undefined;
try {
	options = readOptions(process.argv.slice(2));
} catch (error) {
	console.error(`${errorMessage(error)}\n\n${usage}`);
	process.exitCode = 2;
}
if (options !== undefined) {
	try {
		if (options.show === undefined) {
			await measureAll(options);
		} else {
			showResult(options.show);
		}
	} catch (error) {
		console.error(errorMessage(error));
		process.exitCode = 1;
	}
}
