import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {parseArgs} from 'node:util';
import {type Mode, modes, type Outcome, runWorld} from './run-world.js';

// Runs many worlds, for longer than is acceptable in the test suite:
//
//   node build/test/model/main.js --seeds 50 --steps 200 --mode events

const {values} = parseArgs({
	options: {
		seeds: {type: 'string', default: '50'},
		compress: {type: 'boolean', default: false},
		first: {type: 'string', default: '1'},
		steps: {type: 'string', default: '200'},
		mode: {type: 'string', multiple: true, default: [...modes]},
		together: {type: 'string', default: '10'},
	},
});

async function run(seed: number, mode: Mode, steps: number): Promise<Outcome> {
	const directory = mkdtempSync(join(tmpdir(), 'reqscope-model-'));
	try {
		return await runWorld(seed, mode, steps, directory, values.compress);
	} finally {
		rmSync(directory, {recursive: true, force: true});
	}
}

function isBad({lost, twice, truncatedAway, notices}: Outcome): boolean {
	return lost.length > 0 || twice.length > 0 || (truncatedAway > 0 && notices.length === 0);
}

for (const mode of modes.filter(name => values.mode.includes(name))) {
	const first = Number(values.first);
	const seeds = Array.from({length: Number(values.seeds)}, (_, index) => first + index);
	const outcomes: Outcome[] = [];
	const next = async (): Promise<void> => {
		for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift()) {
			const outcome = await run(seed, mode, Number(values.steps));
			outcomes.push(outcome);
			if (isBad(outcome)) {
				console.log(JSON.stringify(outcome));
			}
		}
	};
	await Promise.all(Array.from({length: Number(values.together)}, next));
	const sum = (of: (outcome: Outcome) => number): number =>
		outcomes.reduce((total, outcome) => total + of(outcome), 0);
	console.log(
		`${mode}: ${outcomes.length} seeds, ${sum(({steps}) => steps.length)} steps, ${sum(({lines}) => lines)} lines: ` +
			`${sum(({lost}) => lost.length)} lost, ${sum(({twice}) => twice.length)} twice, ` +
			`${sum(({truncatedAway}) => truncatedAway)} truncated away within a second, ` +
			`${sum(({notices}) => notices.length)} notices, ${outcomes.filter(isBad).length} seeds bad`,
	);
	process.exitCode = outcomes.some(isBad) ? 1 : process.exitCode;
}
