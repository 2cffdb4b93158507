import test from 'ava';
import {parseRule} from '../../source/alerts/parse-rule.js';
import {type CommandLine, parseCommandLine} from '../../source/command-line/parse-command-line.js';
import {UsageError} from '../../source/command-line/usage-error.js';
import {noSettings} from '../../source/config/settings.js';
import {defaultProxies} from '../../source/entries/client-choice.js';
import {parseColumns} from '../../source/format/chosen-columns.js';
import {refuseMistypedCommand} from '../../source/main.js';
import type {View} from '../../source/saved-views/views.js';

const plain: Partial<CommandLine> = {
	paths: [],
	form: undefined,
	show: undefined,
	query: '',
	exclude: '',
	asksToExclude: false,
	format: undefined,
	client: {mode: 'auto', trusted: defaultProxies},
	rows: 10,
	askedRows: undefined,
	zone: 'local',
	demo: false,
	columns: undefined,
	noFollow: false,
	follow: false,
	past: true,
	poll: false,
	maxEntries: undefined,
	source: '',
	alerts: [],
	asksForAlerts: false,
	bell: true,
	mouse: false,
	store: undefined,
	redact: false,
	color: 'auto',
	theme: 'auto',
	limit: undefined,
	output: undefined,
	overwrite: false,
};

const understood: ReadonlyArray<readonly [args: readonly string[], Partial<CommandLine>]> = [
	[[], {}],
	[['access.log', 'other.log'], {paths: ['access.log', 'other.log']}],
	[['-'], {paths: ['-']}],
	[['--json', 'access.log', '--limit', '5'], {form: 'json', paths: ['access.log'], limit: 5}],
	[['--', '--json', '-n'], {paths: ['--json', '-n']}],
	[['--csv'], {form: 'csv'}],
	[['--client', 'peer'], {client: {mode: 'peer', trusted: defaultProxies}}],
	[
		['--client=forwarded', '--trusted-proxies', '10.0.0.0/8, 2001:db8::/32 203.0.113.7'],
		{client: {mode: 'forwarded', trusted: ['10.0.0.0/8', '2001:db8::/32', '203.0.113.7']}},
	],
	[['--trusted-proxies', 'unix:'], {client: {mode: 'auto', trusted: ['unix:']}}],
	[
		['--trusted-proxies', 'default,203.0.113.7'],
		{client: {mode: 'auto', trusted: ['default', '203.0.113.7']}},
	],
	[['--trusted-proxies', 'none'], {client: {mode: 'auto', trusted: []}}],
	[['--text'], {form: 'text'}],
	[['--raw'], {form: 'raw'}],
	[['--count'], {form: 'count'}],
	[['--json', '--json'], {form: 'json'}],
	[['-n', '25'], {rows: 25, askedRows: 25}],
	[['-n25'], {rows: 25, askedRows: 25}],
	[['--rows=25'], {rows: 25, askedRows: 25}],
	[['--rows', 'fit'], {rows: 'fit', askedRows: 'fit'}],
	[['--rows', '5', '--rows', '7'], {rows: 7, askedRows: 7}],
	[['--limit', '0'], {limit: 0}],
	[
		['--columns', 'url:60,Status'],
		{
			columns: [
				{name: 'url', width: 60},
				{name: 'status', width: null},
			],
		},
	],
	[['--json', '-o', 'a file'], {form: 'json', output: 'a file'}],
	[['--csv', '--output=out', '--overwrite'], {form: 'csv', output: 'out', overwrite: true}],
	[['-q', 'status:404'], {query: 'status:404'}],
	[['-q', '-status:200', 'access.log'], {query: '-status:200', paths: ['access.log']}],
	[['-q-status:200'], {query: '-status:200'}],
	[['--query=-status:200'], {query: '-status:200'}],
	[['--query', '-json', '--json'], {query: '-json', form: 'json'}],
	[['--query', 'stauts:1'], {query: 'stauts:1'}],
	[['-q', ''], {query: ''}],
	[['--exclude', '-url:/health'], {exclude: '-url:/health', asksToExclude: true}],
	[['--exclude', ''], {exclude: '', asksToExclude: true}],
	[['--query='], {query: ''}],
	[['--tz', 'utc'], {zone: 'utc'}],
	[['--tz', 'log'], {zone: 'log'}],
	[['--tz=Europe/Vienna'], {zone: 'Europe/Vienna'}],
	[['--demo'], {demo: true}],
	[['--no-follow'], {noFollow: true}],
	[['--follow'], {follow: true}],
	[['--no-past'], {past: false}],
	[['--no-past', '--json', '--follow'], {past: false, form: 'json', follow: true}],
	[['--poll'], {poll: true}],
	[['--max-entries', '1'], {maxEntries: 1}],
	[['--source', 'web-1'], {source: 'web-1'}],
	[['--source='], {source: ''}],
	[['--source', ''], {source: ''}],
	[['--store', 'clickhouse://127.0.0.1:8123/logs'], {store: 'clickhouse://127.0.0.1:8123/logs'}],
	[['--store', 'env', '--json'], {store: 'env', form: 'json'}],
	[['--color', 'never'], {color: 'never'}],
	[['--color', 'always'], {color: 'always'}],
	[['-h'], {show: 'help'}],
	[['--help'], {show: 'help'}],
	[['-V'], {show: 'version'}],
	[['--version', '--help'], {show: 'help'}],
	[['ship', '--help'], {show: 'help', paths: ['ship']}],
	[['access.log', '--help'], {show: 'help', paths: []}],
	[['help'], {show: 'help', paths: []}],
	[['help', 'ship'], {show: 'help', paths: ['ship']}],
	[['help', '--rows', '5'], {show: 'help', paths: []}],
	[['--json', '--csv', '-n', 'x', '--alert', 'x', '--version'], {show: 'version'}],
	[['--text', '-n', '5'], {form: 'text', rows: 5, askedRows: 5}],
	[['--follow', '-n', '5'], {follow: true, rows: 5, askedRows: 5}],
	[['--json', '--color', 'never'], {form: 'json', color: 'never'}],
	[['--csv', '--no-follow', '--no-mouse', '--no-bell'], {form: 'csv', noFollow: true, bell: false}],
];

for (const [args, expected] of understood) {
	test(`reqscope ${args.map(arg => (arg === '' ? "''" : arg)).join(' ')}`, t => {
		t.like(parseCommandLine(args), {...plain, ...expected});
	});
}

const refused: ReadonlyArray<readonly [args: readonly string[], message: string | RegExp]> = [
	[['--jsn'], 'unknown option --jsn: did you mean --json? See --help'],
	[['--folow'], 'unknown option --folow: did you mean --follow? See --help'],
	[['--nofollow'], 'unknown option --nofollow: did you mean --no-follow? See --help'],
	[['--max'], 'unknown option --max: did you mean --max-entries? See --help'],
	[['--max=5'], 'unknown option --max: did you mean --max-entries? See --help'],
	[['--status', '500'], 'unknown option --status: did you mean --query status:…? See --help'],
	[['--since=5m'], 'unknown option --since: did you mean --query since:…? See --help'],
	[['--grep', 'x'], 'unknown option --grep: did you mean --query? See --help'],
	[['--frobnicate'], 'unknown option --frobnicate: see --help'],
	[['--__proto__'], 'unknown option --__proto__: see --help'],
	[['-x'], 'unknown option -x: see --help'],
	[['-v'], 'unknown option -v: did you mean -V? See --help'],
	[['-f', 'access.log'], 'unknown option -f: did you mean --follow? See --help'],
	[['-F', 'access.log'], 'unknown option -F: did you mean --follow? See --help'],
	[['help', 'shp'], 'help: there is no topic shp: did you mean ship?'],
	[
		['help', 'logs'],
		'help: there is no topic logs: the topics are formats, explain, views, ship, config, doctor, completions, help, json',
	],
	[['-hx'], 'unknown option -x: see --help'],
	[[''], 'an empty path: give the path of a log, or - for piped input'],
	[['--rows'], '--rows needs a value: --rows N|fit'],
	[['--json', '-o', ''], '-o needs a value: -o FILE'],
	[['--rows='], '--rows needs a value: --rows N|fit'],
	[['-q'], '-q needs a value: -q TEXT'],
	[['--query'], '--query needs a value: --query TEXT'],
	[['--qery', 'x'], 'unknown option --qery: did you mean --query? See --help'],
	[['-n'], '-n needs a value: -n N|fit'],
	[['--source'], '--source needs a value: --source NAME'],
	[['--json=yes'], '--json takes no value: write --json alone'],
	[['--store', 'logs'], '--store: write the address of ClickHouse as clickhouse://host:8123/logs'],
	[
		['--store', 'clickhouse://localhost', 'access.log'],
		'--store queries a server, and access.log is a file: give one of them; reqscope ship --store … sends files there',
	],
	[
		['--store', 'clickhouse://localhost', '--demo'],
		'--store and --demo exclude each other: one queries a server, the other is for reading files',
	],
	[['--rows', '0'], '--rows takes an integer of at least 1, or fit, not 0'],
	[['--rows', 'many'], '--rows takes an integer of at least 1, or fit, not many'],
	[['--limit', '-1'], '--limit takes an integer of at least 0, not -1'],
	[['--limit', '1.5'], '--limit takes an integer of at least 0, not 1.5'],
	[['--limit', '1e3'], '--limit takes an integer of at least 0, not 1e3'],
	[['--limit', '0x10'], '--limit takes an integer of at least 0, not 0x10'],
	[['--limit', '99999999999999999'], '--limit takes an integer of at least 0, not 99999999999999999'],
	[
		['--max-entries', '5', '--json'],
		'--max-entries and --json exclude each other: only the screen limits the number of entries',
	],
	[['--max-entries', '0'], '--max-entries takes an integer of at least 1, not 0'],
	[
		['--tz', 'Mars/Olympus'],
		'--tz Mars/Olympus: there is no such zone; use local, utc, log, or a name such as Europe/Vienna',
	],
	[['--color', 'sometimes'], '--color takes one of auto, always, never, not sometimes'],
	[['--json', '--csv'], '--json and --csv exclude each other: give one of them'],
	[['--count', '--raw', '--text'], '--text and --raw and --count exclude each other: give one of them'],
	[['--sort', 'size'], '--sort takes one of time, -time, duration, bytes, not size'],
	[
		['--follow', '--sort', '-time'],
		'--sort and --follow exclude each other: requests are printed as they arrive',
	],
	[['--count', '--sort', 'bytes'], '--sort and --count exclude each other: --count prints only the number'],
	[['--count', '--limit', '3'], '--count and --limit exclude each other: --count counts all matches'],
	[['--columns'], '--columns needs a value: --columns LIST'],
	[['--columns', 'stauts'], /^--columns: there is no column stauts: the columns are status, ip, /],
	[
		['--columns', 'url', '--raw'],
		'--columns and --raw exclude each other: lines are printed as they were logged',
	],
	[
		['--columns', 'url', '--count'],
		'--columns and --count exclude each other: --count prints only the number',
	],
	[['--overwrite', '--json'], /^--overwrite needs --output FILE/],
	[['--follow', '--json', '-o', 'out'], /^--output and --follow exclude each other/],
	[
		['--count', '--alert', 'any x'],
		'--alert and --count exclude each other: rules check new requests, --count counts existing ones',
	],
	[['--count', '--no-past'], '--no-past and --count exclude each other: no requests would remain to count'],
	[
		['formats', 'a.log'],
		'formats takes no path: it lists the recognised formats; reqscope explain FILE shows the format of a file',
	],
	[
		['-o', '--json', 'a.log'],
		'-o needs a value, and --json is an option: -o FILE --json (or --output=--json)',
	],
	[['--query', '--count'], /^--query needs a value, and --count is an option: /],
	[['-json'], 'unknown option -json: did you mean --json? See --help'],
	[['-no-follow'], 'unknown option -no-follow: did you mean --no-follow? See --help'],
	[['-output=x'], 'unknown option -output: did you mean --output? See --help'],
	[['--count', '--follow'], '--count and --follow exclude each other: --count prints once, at the end'],
	[
		['--no-follow', '--follow'],
		'--no-follow and --follow exclude each other: one stops at the end, the other continues',
	],
	[
		['--no-follow', '--no-past'],
		'--no-follow and --no-past exclude each other: no requests would remain to show',
	],
	[['--alert'], '--alert needs a value: --alert RULE'],
	[['--alert', '5xx share over 5 in 1m'], '--alert: a share is in percent: write 5%'],
	[
		['--alert', '-source:web1 under 1 in 5m'],
		'--alert: source: needs a server (--store), but these are logs: remove it, or add --store',
	],
	[
		['--alert', 'any x', '--no-follow'],
		'--alert and --no-follow exclude each other: rules check only new requests',
	],
	[['--alert', 'any x', '--json'], '--alert with --json needs --follow: rules check only new requests'],
	[['--exec', './page-me'], '--exec needs a rule: give --alert RULE, or alerts in the config file'],
	[['--no-past', '--json'], '--no-past with --json needs --follow: no requests would remain to print'],
	...['json', 'csv', 'raw'].map(
		form =>
			[
				[`--${form}`, '-n', '5'],
				`--rows and --${form} exclude each other: rows belong to the listing; --limit N prints only the newest N`,
			] as const,
	),
	[
		['--count', '--rows', 'fit'],
		'--rows and --count exclude each other: --count counts all matches, and accepts no --limit either',
	],
	[['--text', '-n', '5', '--limit', '3'], /^--rows and --limit exclude each other/],
	[['--exec', './page-me', '--json'], /^--exec with --json needs --follow/],
	[['--exec', './page-me', '--count'], /^--exec and --count exclude each other/],
];

for (const [args, message] of refused) {
	test(`refuses reqscope ${args.map(arg => (arg === '' ? "''" : arg)).join(' ')}`, t => {
		t.throws(() => parseCommandLine(args), {instanceOf: UsageError, message});
	});
}

test('a view overrides settings, and options override a view', t => {
	const view: View = {
		query: 'status:5xx',
		columns: parseColumns('status,url:60'),
		rows: 'fit',
		sort: 'time',
		panel: 'routes',
		redact: true,
	};
	const settings = {...noSettings, options: {rows: 20}};
	const {panel: _, ...values} = view;
	t.like(parseCommandLine(['--view', 'a'], settings, view), values);
	const given = parseCommandLine(['--view', 'a', '-q', '', '--columns', 'ip', '--rows', '3'], settings, view);
	t.like(given, {query: '', columns: parseColumns('ip'), rows: 3, redact: true});
	const less: View = {query: '', columns: null, rows: null, sort: 'time', panel: null, redact: false};
	t.like(parseCommandLine(['--redact'], settings, less), {rows: 20, columns: undefined, redact: true});
	t.throws(() => parseCommandLine(['views', 'a.log']), {
		message: 'views takes no path: it lists the views; --view NAME starts with one',
	});
});

test('settings of the config are the defaults for options', t => {
	const settings = {
		...noSettings,
		theme: 'light' as const,
		formats: new Map([['shop', '%h "%r" %>s']]),
		options: {rows: 25, tz: 'utc', poll: true, 'max-entries': 9, color: 'never' as const},
	};
	t.like(parseCommandLine([], settings), {
		rows: 25,
		zone: 'utc',
		poll: true,
		maxEntries: 9,
		color: 'never',
		theme: 'light',
	});
	const args = ['--rows', 'fit', '--tz', 'log', '--max-entries', '3', '--color', 'auto', '--theme', 'dark'];
	t.like(parseCommandLine(args, settings), {
		rows: 'fit',
		zone: 'log',
		maxEntries: 3,
		color: 'auto',
		theme: 'dark',
	});
	t.is(parseCommandLine(['--format', 'shop'], settings).format, '%h "%r" %>s');
	// Printing has no cap, and a default is no reason to refuse it.
	t.is(parseCommandLine(['--json'], settings).form, 'json');
	t.is(parseCommandLine(['formats'], settings).show, 'formats');
	const view: View = {
		query: 'a',
		columns: parseColumns('url'),
		rows: 5,
		sort: 'time',
		panel: 'routes',
		redact: true,
	};
	for (const form of ['json', 'count', 'raw', 'text'] as const) {
		t.is(parseCommandLine([`--${form}`, '--view', 'a'], settings, view).form, form);
	}
});

for (const [args, message] of [
	[['--format', 'shpo'], '--format shpo: there is no such format (did you mean shop?)'],
	[['--theme', 'drak'], '--theme takes one of auto, dark, light, high-contrast, terminal, none, not drak'],
	[
		['--color', 'auto', '--no-color'],
		'--color and --no-color exclude each other: one sets when to use colours, the other turns them off',
	],
	[
		['--config', 'a', '--no-config'],
		'--config and --no-config exclude each other: one names the config file, the other reads none',
	],
	[['config', 'a.log'], 'config takes no path: it prints the settings; --config FILE chooses their file'],
] as const) {
	test(`with a config: ${args.join(' ')}`, t => {
		const settings = {...noSettings, formats: new Map([['shop', '%h "%r" %>s']])};
		t.throws(() => parseCommandLine(args, settings), {instanceOf: UsageError, message});
	});
}

test('--no-mouse overrides the config file, and isn’t --mouse', t => {
	const settings = {...noSettings, options: {mouse: true}};
	t.true(parseCommandLine([], settings).mouse);
	t.false(parseCommandLine(['--no-mouse'], settings).mouse);
	t.throws(() => parseCommandLine(['--mouse', '--no-mouse']), {
		instanceOf: UsageError,
		message: '--mouse and --no-mouse exclude each other: one turns the mouse on, the other off',
	});
});

test('parses the command config, and --no-color as --color never', t => {
	t.is(parseCommandLine(['config']).show, 'config');
	t.is(parseCommandLine(['--no-color']).color, 'never');
});

test('rules of the config file come first, without duplicates, and --exec is for rules without a program', t => {
	const own = {rule: parseRule('under 1 in 5m', 'silence'), command: {program: './own', args: ['x']}};
	const other = {rule: parseRule('over 9 in 5m', 'rush'), command: undefined};
	const settings = {...noSettings, alerts: [own, other], options: {bell: false}};
	const given = ['--alert', 'any x', '--alert=any y ', '--alert', 'any y'];
	const rules = [parseRule('any x'), parseRule('any y')];
	t.like(parseCommandLine(given, settings), {
		alerts: [own, other, ...rules.map(rule => ({rule, command: undefined}))],
		asksForAlerts: true,
		bell: false,
	});
	const command = {program: './page-me', args: ['{message}']};
	t.deepEqual(parseCommandLine([...given, '--exec', './page-me', '--follow', '--text'], settings).alerts, [
		own,
		...[other.rule, ...rules].map(rule => ({rule, command})),
	]);
	t.false(parseCommandLine(['--no-bell']).bell);
	// Printing doesn't use the rules of the config file.
	t.false(parseCommandLine(['--json'], settings).asksForAlerts);
});

test('an invalid rule is shown with its position', t => {
	const error = t.throws(() => parseCommandLine(['--alert', 'any x', '--alert', 'x over 5']), {
		instanceOf: UsageError,
	});
	t.deepEqual(error?.shown, ['x over 5', '  ^^^^^^']);
});

function refusedBecause(args: readonly string[], ...there: readonly string[]) {
	return (): void => refuseMistypedCommand(parseCommandLine(args), path => there.includes(path));
}

for (const [args, command] of [
	[['view'], 'views'],
	[['confg'], 'config'],
	[['Doctor', 'access.log'], 'doctor'],
	[['explian', 'access.log'], 'explain'],
] as const) {
	test(`${args.join(' ')} is not a log`, t => {
		const [word] = args;
		t.throws(refusedBecause(args), {
			instanceOf: UsageError,
			message: `${word}: no such file; did you mean reqscope ${command}? To wait for a log of that name, write ./${word}`,
		});
		t.notThrows(refusedBecause(args, word));
	});
}

test('accepts paths that may be logs', t => {
	for (const path of ['./view', 'access', 'requests', 'view.log', '-', 'conf*', 'ab', '/confg']) {
		t.notThrows(refusedBecause([path]), path);
	}
	t.notThrows(refusedBecause(['config']));
	t.notThrows(refusedBecause(['explain', 'views']));
	t.notThrows(refusedBecause([]));
});
