import {execFileSync, spawnSync} from 'node:child_process';
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {setFlagsFromString} from 'node:v8';
import {Script} from 'node:vm';
import test from 'ava';
import {
	collectRarely,
	holdCommonFlags,
	setFlag,
	setFlagsForReading,
	takeFlagBack,
} from '../../source/process/engine-flags.js';
import {numberedLines} from '../helpers/log-lines.js';
import {temporaryDirectory} from '../helpers/temporary-directory.js';

const [lineReader, entryRecord] = ['line-reader', 'entry-record'].map(
	name => new URL(`../../source/entries/${name}.js`, import.meta.url).href,
);

const [openWhole, waitForUrl] = ['../bench/question.js', '../helpers/wait-for.js'].map(
	path => new URL(path, import.meta.url).href,
);

const engineFlags = new URL('../../source/process/engine-flags.js', import.meta.url).href;

/** Fewer bytes than the function that runs once. */
const little = 500;

/**
 * Growth of a script's cached code after one of its functions has run, in bytes. Garbage is collected until the growth disappears
 * or several rounds have passed.
 */
function growthOfCode(isSet: boolean): number {
	const program = `
		${isSet ? `(await import(${JSON.stringify(engineFlags)})).setFlagsForReading();` : ''}
		const {Script} = await import('node:vm');
		const script = new Script('function once() { return [' + Array.from({length: 500}, (_, n) => n + 0.5) + ']; }');
		const before = script.createCachedData().length;
		script.runInThisContext();
		once();
		let held = [];
		let growth = Number.POSITIVE_INFINITY;
		// The number of garbage collections in the meantime varies between runs.
		for (let round = 0; round < 5 && growth > ${little}; round++) {
			for (let n = 0; n < 20_000; n++) {
				held.push(Array.from({length: 200}, () => ({n})));
				if (held.length > 1000) { held = []; }
			}
			growth = script.createCachedData().length - before;
		}
		console.log(growth);
	`;
	return Number(
		execFileSync(process.execPath, ['--max-old-space-size=25', '--input-type=module', '--eval', program], {
			encoding: 'utf8',
		}),
	);
}

test('the code cache includes a function that ran only once, even after garbage collections', t => {
	const [withIt, without] = [growthOfCode(true), growthOfCode(false)];
	t.true(withIt > without + little, `${withIt} bytes, ${without} where Node does as it likes`);
});

/** A number of two digits that no code contains yet. */
let number = 10;

/** Returns a function that checks whether V8 accepts code compiled now. V8 does so only under the same flags. */
function codeOfNow(): () => boolean {
	// V8 compares only the length of the source with the cache, so the number avoids a hit in V8's memory.
	const text = (): string => `function twice(n) { return ${number++} * n; }`;
	const cachedData = new Script(text()).createCachedData();
	return () => new Script(text(), {cachedData}).cachedDataRejected === false;
}

test('V8 knows all flags: it would print a message about an unknown one', t => {
	const program = `const flags = await import(${JSON.stringify(engineFlags)});
		flags.setFlagsForReading();
		flags.setFlagsForPrinting();
		flags.setFlagsForLines('mixed');
		flags.collectRarely(true);`;
	const {stderr, status} = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
		encoding: 'utf8',
	});
	t.is(stderr, '');
	t.is(status, 0);
});

test('V8 accepts cached code again once garbage is collected as usual', t => {
	const isTaken = codeOfNow();
	collectRarely(true);
	t.false(isTaken());
	collectRarely(false);
	t.true(isTaken());
});

test("doesn't reset a flag that was never set", t => {
	const isTaken = codeOfNow();
	setFlagsFromString('--heap-growing-percent=100');
	takeFlagBack('--heap-growing-percent=0');
	t.false(isTaken());
	setFlag('--heap-growing-percent=100', '--heap-growing-percent=0');
	takeFlagBack('--heap-growing-percent=0');
	t.true(isTaken());
});

test('V8 accepts cached code until flags are set, and while the initial flags are restored', t => {
	// Other tests of this process may have set flags.
	const releaseFirst = holdCommonFlags();
	const isTaken = codeOfNow();
	t.true(isTaken());
	setFlagsForReading();
	t.true(isTaken());
	releaseFirst();
	t.false(isTaken());
	const release = holdCommonFlags();
	const releaseOther = holdCommonFlags();
	t.true(isTaken());
	release();
	t.true(isTaken());
	setFlag('--heap-growing-percent=2000', '--heap-growing-percent=0');
	t.true(isTaken());
	takeFlagBack('--heap-growing-percent=0');
	releaseOther();
	t.false(isTaken());
});

test('functions are optimised as by default once a log has been read', t => {
	const path = join(temporaryDirectory(t), 'access.log');
	writeFileSync(path, numberedLines(2000).join(''));
	// Only Node 20 has the flag.
	const expected = process.versions.node.startsWith('20.')
		? ['--interrupt-budget=500000', '--interrupt-budget=67584']
		: [];
	const program = `
		const {createRequire, syncBuiltinESMExports} = await import('node:module');
		const v8 = createRequire(import.meta.url)('node:v8');
		const budgets = [];
		v8.setFlagsFromString = flag => flag.startsWith('--interrupt-budget') && budgets.push(flag);
		syncBuiltinESMExports();
		const {openWhole} = await import(${JSON.stringify(openWhole)});
		const store = await openWhole(${JSON.stringify(path)});
		const {waitFor} = await import(${JSON.stringify(waitForUrl)});
		await waitFor(() => budgets.length >= ${expected.length});
		await store.close();
		console.log(budgets.join(' '));
	`;
	const {stdout, stderr} = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
		encoding: 'utf8',
	});
	t.is(stderr, '');
	t.is(stdout.trim(), expected.join(' '));
});

test('a log of several programs changes the flags of V8, a log of common lines does not', t => {
	const plain = numberedLines(1).join('').trim();
	const json = '{"method":"GET","url":"/","status":200,"time":1795161787}';
	const program = `
		const {createRequire, syncBuiltinESMExports} = await import('node:module');
		const v8 = createRequire(import.meta.url)('node:v8');
		const flags = [];
		v8.setFlagsFromString = flag => flags.push(flag.split('=')[0]);
		syncBuiltinESMExports();
		const {LineReader} = await import(${JSON.stringify(lineReader)});
		const {EntryRecord} = await import(${JSON.stringify(entryRecord)});
		const reader = new LineReader();
		const record = new EntryRecord();
		for (const line of ${JSON.stringify([plain, plain, json])}) {
			const bytes = Buffer.from(line);
			reader.read(bytes, 0, bytes.length, record);
			console.log(flags.includes('--max-inlined-bytecode-size-cumulative'));
		}
	`;
	const {stdout, stderr} = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
		encoding: 'utf8',
	});
	t.is(stderr, '');
	t.is(stdout, 'false\nfalse\ntrue\n');
});
