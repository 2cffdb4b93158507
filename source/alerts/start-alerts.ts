import type {Clock} from '../clock.js';
import {Listeners} from '../listeners.js';
import {NoticeList} from '../store/notice-list.js';
import {commandOfProgram, type WantedAlert} from './alert-command.js';
import {factsOf} from './alert-facts.js';
import {alertRunner} from './alert-runner.js';
import {messageOf} from './alert-texts.js';
import type {AlertEvent, Alerts} from './alerts.js';
import type {AskedStore} from './read-window.js';
import {missingProgram, runProgram} from './run-program.js';
import {watchRules} from './watch-rules.js';

/** The rules to watch, and the actions when one fires. */
type StartAlertsOptions = {
	readonly store: AskedStore;
	readonly wanted: readonly WantedAlert[];
	/** The program to run for rules that are added; undefined: none. */
	readonly program?: string | undefined;
	readonly clock: Clock;
	/** See `WatchRulesOptions`. */
	readonly settled: Promise<void> | null;
	/** The environment for the programs. */
	readonly env: Readonly<Record<string, string | undefined>>;
	/** Rings the bell, once for each rule that fires. The message isn't sanitised. */
	readonly ring: (message: string) => void;
	/** Called with a message for each event. The text isn't sanitised. */
	readonly report?: (text: string) => void;
	/** Redacts text that the user wrote. The store redacts the rest. */
	readonly shownText?: (text: string) => string;
	/** Maximum run time of a program, in ms. */
	readonly limit?: number;
};

/** Default maximum run time of a program, in ms. */
const defaultLimit = 30_000;

/** Watches rules, and runs the actions of firing ones. */
export function startAlerts({
	store,
	wanted,
	program,
	clock,
	settled,
	env,
	ring,
	report = () => {},
	shownText = text => text,
	limit = defaultLimit,
}: StartAlertsOptions): Alerts {
	const notices = new NoticeList();
	const listeners = new Listeners();
	/** The time of the newest notice, and the alert that it reports. */
	let newest: {readonly time?: number; readonly event?: AlertEvent} = {};
	const notify = (text: string, event?: AlertEvent): void => {
		const time = clock.now();
		newest = event?.kind === 'fired' ? {time, event} : {};
		notices.add({time, path: '', text});
		report(text);
		listeners.notify();
	};
	const runner = alertRunner({
		env,
		problemOf: program => missingProgram(program, env.PATH),
		start: invocation => runProgram(invocation, limit),
		failed: text => notify(`alert: ${text}`),
	});
	for (const {command} of wanted) {
		if (command !== undefined) {
			runner.check(command);
		}
	}
	const commands = new Map(wanted.map(({rule, command}) => [rule, command]));
	const happened = (alertEvent: AlertEvent): void => {
		const {name, text} = alertEvent.rule;
		const event = {...alertEvent, rule: {...alertEvent.rule, name: shownText(name), text: shownText(text)}};
		const message = messageOf(event);
		notify(message, alertEvent);
		if (event.kind === 'over') {
			return;
		}
		ring(message);
		const command = commands.get(alertEvent.rule);
		if (command !== undefined) {
			runner.run(alertEvent.rule, command, factsOf(event));
		}
	};
	const rules = wanted.map(({rule}) => rule);
	const watched = watchRules({store, rules, clock, settled, happened});
	return {
		getAlerts: watched.getAlerts,
		getNotices: () => notices.all,
		currentText({time, path, text}) {
			const {event} = newest.time === time && path === '' ? newest : {};
			const state = watched.getAlerts().find(({rule}) => rule === event?.rule)?.state;
			const reading = state?.isFiring && state.backSince === null ? state.reading : null;
			return !event ? text : reading && shownText(messageOf({...event, reading}));
		},
		subscribe(listener) {
			const endWatched = watched.subscribe(listener);
			const unsubscribe = listeners.add(listener);
			return () => {
				endWatched();
				unsubscribe();
			};
		},
		watchClosely: watched.watchClosely,
		add(rule) {
			const command = program === undefined ? undefined : commandOfProgram(program);
			commands.set(rule, command);
			if (command !== undefined) {
				runner.check(command);
			}
			watched.add(rule);
		},
		remove: watched.remove,
		async finish() {
			await watched.finish();
			await runner.finish();
		},
		close() {
			watched.close();
			runner.close();
			listeners.clear();
		},
	};
}
