import {found} from './counters.js';
import {homeEnvironment} from './home-environment.js';
import {measure} from './measure.js';
import type {Question} from './question.js';
import {type Spread, spread} from './spread.js';

/**
 * Measures how long lnav takes for the same questions, in ms: the additional time over a run without a question. The runs
 * alternate. Returns null if lnav isn't installed. Questions without an lnav equivalent are missing from the map.
 */
export async function lnavAnswers(
	asked: readonly Question[],
	log: string,
	home: string,
	runs: number,
): Promise<ReadonlyMap<Question, Spread> | null> {
	const lnav = found('lnav');
	if (lnav === null) {
		return null;
	}
	const run = async (commands: readonly string[]): Promise<number> => {
		const {milliseconds} = await measure({
			file: lnav,
			arguments: ['-n', ...commands.flatMap(command => ['-c', command]), log],
			environment: homeEnvironment(home),
		});
		return milliseconds;
	};
	const times = new Map<Question, number[]>();
	for (let turn = 0; turn < runs; turn++) {
		const nothing = await run([';SELECT 1']);
		for (const question of asked) {
			if (question.lnav !== undefined) {
				const commands =
					'filter' in question.lnav
						? [`:filter-in ${question.lnav.filter}`, ';SELECT 1']
						: [`;${question.lnav.sql}`];
				const took = (await run(commands)) - nothing;
				times.set(question, [...(times.get(question) ?? []), took]);
			}
		}
	}
	return new Map([...times].map(([question, all]) => [question, spread(all)]));
}
