import {execFileSync, spawnSync} from 'node:child_process';
import {setFlagsFromString} from 'node:v8';
import {Script} from 'node:vm';
import test from 'ava';
import {
	holdUsualFlags,
	setFlag,
	setFlagsForReading,
	takeFlagBack,
} from '../../source/process/engine-flags.js';

const engineFlags = new URL('../../source/process/engine-flags.js', import.meta.url).href;

/** Fewer bytes than the function takes that runs once. */
const little = 500;

/**
 * How much longer the code of a script is after a function of it has run, and garbage has been collected until it is gone or
 * often enough, bytes.
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
		// How often garbage is collected meanwhile isn't the same in every run.
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

test('what ran only once is in the code that is kept, however much garbage was collected since', t => {
	const [withIt, without] = [growthOfCode(true), growthOfCode(false)];
	t.true(withIt > without + little, `${withIt} bytes, ${without} where Node does as it likes`);
});

/** Tells whether V8 takes code that was compiled now, which it does under the same flags alone. */
function codeOfNow(): () => boolean {
	let digit = 0;
	// What is as long is taken for the same text, but not from what V8 has in memory.
	const text = (): string => `function twice(n) { return ${digit++} * n; }`;
	const cachedData = new Script(text()).createCachedData();
	return () => new Script(text(), {cachedData}).cachedDataRejected === false;
}

test('V8 knows all the flags: of one that it does not, it would tell on the screen', t => {
	const program = `const flags = await import(${JSON.stringify(engineFlags)});
		flags.setFlagsForReading();
		flags.setFlagsForPrinting();`;
	const {stderr, status} = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
		encoding: 'utf8',
	});
	t.is(stderr, '');
	t.is(status, 0);
});

test('a flag that was not set is not taken back', t => {
	const isTaken = codeOfNow();
	setFlagsFromString('--heap-growing-percent=100');
	takeFlagBack('--heap-growing-percent=0');
	t.false(isTaken());
	setFlag('--heap-growing-percent=100', '--heap-growing-percent=0');
	takeFlagBack('--heap-growing-percent=0');
	t.true(isTaken());
});

test('what was compiled before is taken until flags are set, and while the usual ones are held', t => {
	const isTaken = codeOfNow();
	t.true(isTaken());
	const releaseFirst = holdUsualFlags();
	setFlagsForReading();
	t.true(isTaken());
	releaseFirst();
	t.false(isTaken());
	const release = holdUsualFlags();
	const releaseOther = holdUsualFlags();
	t.true(isTaken());
	release();
	t.true(isTaken());
	setFlag('--heap-growing-percent=2000', '--heap-growing-percent=0');
	t.true(isTaken());
	takeFlagBack('--heap-growing-percent=0');
	releaseOther();
	t.false(isTaken());
});
