import type {ExecutionContext} from 'ava';
import {commandOfProgram} from '../../source/alerts/alert-command.js';
import {parseRule} from '../../source/alerts/parse-rule.js';
import {startAlerts} from '../../source/alerts/start-alerts.js';
import {entry, start} from './entry.js';
import {fakeClock} from './fake-clock.js';
import {fakeStoreAt} from './fake-store.js';
import {type ScreenSceneOptions, screenScene} from './screen.js';
import {settle} from './settle.js';

/** Renders a screen with alert rules, given as pairs of a name and a rule. */
export async function alertScene(
	t: ExecutionContext,
	rules: ReadonlyArray<readonly [name: string | undefined, rule: string]>,
	options: Omit<ScreenSceneOptions, 'store' | 'clock'> = {},
	program?: string,
) {
	const clock = fakeClock(start);
	const store = fakeStoreAt(clock);
	let rings = 0;
	const wanted = rules.map(([name, text]) => ({
		rule: parseRule(text, name),
		command: program === undefined ? undefined : commandOfProgram(program),
	}));
	const screen = screenScene({
		t,
		...options,
		store,
		clock,
		startAlerts: (shownStore, {shownText}) =>
			startAlerts({
				store: shownStore,
				wanted,
				clock,
				settled: Promise.resolve(),
				env: {PATH: '/bin'},
				ring: () => {
					rings++;
				},
				shownText,
			}),
	});
	await screen.has('0 results found');
	let offset = 0;
	return {
		screen,
		clock,
		store,
		rings: () => rings,
		write(n: number, changes = {}) {
			store.add(...Array.from({length: n}, () => entry(offset++, {time: clock.now(), ...changes})));
		},
		async pass(seconds: number) {
			for (let second = 0; second < seconds; second++) {
				clock.pass(1000);
				await settle();
			}
		},
	};
}
