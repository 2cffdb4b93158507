import test from 'ava';
import {commands} from '../../source/command-line/commands.js';
import {type OptionName, options} from '../../source/command-line/options.js';
import type {Given} from '../../source/command-line/read-arguments.js';
import {checkTaken} from '../../source/command-line/taken-options.js';
import {UsageError} from '../../source/command-line/usage-error.js';

const always: readonly OptionName[] = [
	...([
		'no-follow',
		'mouse',
		'no-mouse',
		'color',
		'no-color',
		'theme',
		'config',
		'no-config',
		'no-bell',
	] as const),
];

/** What each command reads of the command line. */
const read: Readonly<Record<string, readonly OptionName[]>> = {
	formats: [],
	completions: [],
	help: [],
	explain: ['format', 'client', 'trusted-proxies', 'limit', 'tz', 'redact', 'view'],
	views: ['redact', 'view'],
	doctor: ['format', 'client', 'trusted-proxies', 'tz', 'max-entries', 'json'],
	ship: [
		...(['store', 'source', 'format', 'client', 'trusted-proxies', 'tz', 'poll'] as const),
		...(['checkpoint', 'schema', 'cluster', 'init'] as const),
	],
	config: [
		...(['rows', 'columns', 'view', 'client', 'trusted-proxies', 'tz'] as const),
		...(['max-entries', 'poll', 'alert', 'exec'] as const),
	],
};

function given(name: OptionName): Given {
	return new Map([[name, true]]);
}

for (const {name: command} of commands) {
	test(`${command} accepts the options that affect it, and refuses others`, t => {
		for (const {name} of options) {
			if (name === 'help' || name === 'version') {
				continue;
			}
			if (always.includes(name) || read[command]?.includes(name)) {
				t.notThrows(() => checkTaken(given(name), command, []), name);
			} else {
				t.throws(() => checkTaken(given(name), command, []), {
					instanceOf: UsageError,
					message: new RegExp(`^${command} .+: --${name} has no effect there; remove one of them$`),
				});
			}
		}
	});
}

test('printing refuses limits of the screen, but not options for its appearance', t => {
	for (const form of ['json', 'csv', 'text', 'raw', 'count', 'follow'] as const) {
		const printing = (name: OptionName): Given => new Map([...given(name), [form, true]]);
		t.throws(() => checkTaken(printing('max-entries'), undefined, []), {
			instanceOf: UsageError,
			message: `--max-entries and --${form} exclude each other: only the screen limits the number of entries`,
		});
		for (const name of always) {
			t.notThrows(() => checkTaken(printing(name), undefined, ['a.log']));
		}
	}
	t.notThrows(() => checkTaken(given('max-entries'), undefined, ['a.log']));
});

test('the demo is no other log', t => {
	t.notThrows(() => checkTaken(given('demo'), undefined, []));
	t.throws(() => checkTaken(given('demo'), undefined, ['a.log']), {
		message: '--demo generates its own traffic, but a.log is a log: use only one of them',
	});
	t.throws(() => checkTaken(given('demo'), undefined, ['-']), {
		message: '--demo generates its own traffic, but - is piped input: use only one of them',
	});
});
