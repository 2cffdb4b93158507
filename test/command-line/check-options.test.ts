import test from 'ava';
import {checkOptions} from '../../source/command-line/check-options.js';
import {commands} from '../../source/command-line/commands.js';
import {type OptionName, options} from '../../source/command-line/options.js';
import type {GivenOptions} from '../../source/command-line/read-arguments.js';
import {UsageError} from '../../source/command-line/usage-error.js';
import {printForms} from '../../source/output/forms.js';
import {reportForms, reportNames} from '../../source/output/reports/report.js';

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
		'notify',
	] as const),
];

/** The options that each command reads. */
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
		...(['max-entries', 'poll', 'alert', 'exec', 'exclude'] as const),
	],
};

function given(...names: readonly OptionName[]): GivenOptions {
	return new Map(names.map(name => [name, true]));
}

/** The message about the options; empty if they are valid. */
function problemOf(...args: Parameters<typeof checkOptions>): string {
	try {
		checkOptions(...args);
		return '';
	} catch (error) {
		return error instanceof UsageError ? error.message : String(error);
	}
}

for (const command of commands) {
	test(`${command.name} accepts the options that affect it, and refuses all others`, t => {
		for (const {name} of options) {
			if (name === 'help' || name === 'version') {
				continue;
			}
			if (always.includes(name) || read[command.name]?.includes(name)) {
				t.notRegex(problemOf(given(name), command, []), /no effect/, name);
			} else {
				t.regex(
					problemOf(given(name), command, []),
					new RegExp(`^${command.name} .+: --${name} has no effect there; remove one of them$`),
				);
			}
		}
	});
}

test('printing refuses limits of the screen, but not options for its appearance', t => {
	for (const form of ['json', 'csv', 'text', 'raw', 'count', 'follow'] as const) {
		t.is(
			problemOf(given('max-entries', form), undefined, []),
			`--max-entries and --${form} exclude each other: only the screen limits the number of entries`,
		);
		for (const name of always.filter(one => one !== 'no-follow' || form !== 'follow')) {
			t.is(problemOf(given(name, form), undefined, ['a.log']), '');
		}
	}
	t.is(problemOf(given('max-entries'), undefined, ['a.log']), '');
});

test('a report refuses other reports, and options that don’t affect it', t => {
	for (const report of reportNames) {
		for (const other of [
			'follow',
			'no-past',
			'alert',
			'exec',
			'rows',
			'columns',
			'sort',
			...printForms.filter(form => !(reportForms as readonly string[]).includes(form)),
		] as const) {
			t.regex(problemOf(given(report, other), undefined, ['a.log']), /exclude each other: |needs /, other);
		}
		const isOverTime = report === 'timeline' || report === 'latency';
		for (const other of reportNames.filter(
			name => name !== report && !(isOverTime && (name === 'timeline' || name === 'latency')),
		)) {
			t.regex(
				problemOf(given(report, other), undefined, []),
				/exclude each other: each prints its own table/,
			);
		}
		for (const form of reportForms) {
			t.is(problemOf(given(report, form, 'query', 'no-follow', 'redact'), undefined, ['a.log']), '');
		}
		t.is(
			problemOf(given(report, 'limit'), undefined, []),
			report === 'visits' ? '--visits and --limit exclude each other: it prints one row' : '',
		);
		t.is(problemOf(given(report, 'output'), undefined, []), '');
		t.regex(problemOf(given(report, 'max-entries'), undefined, []), /exclude each other: only the screen/);
	}
	t.is(
		problemOf(given('latency'), undefined, ['5m', 'access.log']),
		'--latency takes no step: write --latency --timeline 5m',
	);
	t.is(problemOf(given('latency', 'timeline'), undefined, ['access.log']), '');
	t.regex(problemOf(given('by'), undefined, []), /^--by needs --top FIELDS or --routes/);
});

test('--demo is refused next to a log', t => {
	t.is(problemOf(given('demo'), undefined, []), '');
	t.is(
		problemOf(given('demo'), undefined, ['a.log']),
		'--demo generates its own traffic, but a.log is a log: use only one of them',
	);
	t.is(
		problemOf(given('demo'), undefined, ['-']),
		'--demo generates its own traffic, but - is piped input: use only one of them',
	);
});
