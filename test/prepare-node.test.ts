import {execFileSync} from 'node:child_process';
import test from 'ava';

const prepareNode = new URL('../source/prepare-node.js', import.meta.url).href;

/** How much longer the code of a script is after a function of it has run and garbage was collected often, bytes. */
const growthOfCode = (prepared: boolean): number => {
	const program = `
		${prepared ? `await import(${JSON.stringify(prepareNode)});` : ''}
		const {Script} = await import('node:vm');
		const script = new Script('function once() { return [' + Array.from({length: 500}, (_, n) => n + 0.5) + ']; }');
		const before = script.createCachedData().length;
		script.runInThisContext();
		once();
		let held = [];
		for (let n = 0; n < 20_000; n++) {
			held.push(Array.from({length: 200}, () => ({n})));
			if (held.length > 1000) { held = []; }
		}
		console.log(script.createCachedData().length - before);
	`;
	return Number(
		execFileSync(process.execPath, ['--max-old-space-size=25', '--input-type=module', '--eval', program], {
			encoding: 'utf8',
		}),
	);
};

test('what ran only once is in the code that is kept, however much garbage was collected since', t => {
	const [withIt, without] = [growthOfCode(true), growthOfCode(false)];
	t.true(withIt > without + 500, `${withIt} bytes, ${without} where Node does as it likes`);
});
