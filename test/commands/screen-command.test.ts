import test from 'ava';
import fc from 'fast-check';
import {parseCommandLine} from '../../source/command-line/parse-command-line.js';
import {type StartedWith, screenCommand} from '../../source/commands/screen-command.js';
import type {ShownScreen} from '../../source/copy-and-save/shown-screen.js';
import {defaultChoice, parseColumns} from '../../source/format/chosen-columns.js';
import {sanitise} from '../../source/format/sanitise.js';
import {forAll} from '../helpers/for-all.js';
import {testWithShells} from '../helpers/shell.js';

function shown(changes: Partial<ShownScreen> = {}): ShownScreen {
	return {
		...{query: '', exclude: '', isQueryHidden: false, columns: defaultChoice},
		...{rows: 10, order: 'time', rules: [], redact: false},
		...changes,
	};
}

function started(args: readonly string[], changes: Partial<StartedWith> = {}): StartedWith {
	const commandLine = parseCommandLine(args);
	return {
		commandLine,
		paths: commandLine.paths,
		defaults: {},
		isClientSet: false,
		secrets: [],
		config: null,
		cwd: '/srv/shop',
		...changes,
	};
}

/** The rules of a command line. */
function rulesOf(args: readonly string[]): ShownScreen['rules'] {
	return parseCommandLine(args).alerts.map(({rule}) => rule);
}

function commandOf(screen: ShownScreen, at: StartedWith): string {
	const made = screenCommand(screen, at);
	return 'command' in made ? made.command : made.problem;
}

test('default values are omitted, and paths are absolute', t => {
	t.is(
		commandOf(shown(), started(['access.log', '/var/log/b.log'])),
		'reqscope /srv/shop/access.log /var/log/b.log',
	);
	t.is(
		commandOf(shown(), started([], {paths: ['/var/log/nginx/access.log']})),
		'reqscope /var/log/nginx/access.log',
	);
	t.is(commandOf(shown(), started(['--demo'], {paths: ['/tmp/x/demo.log']})), 'reqscope --demo');
	const store = 'clickhouse://127.0.0.1:8123/logs';
	t.is(commandOf(shown(), started(['--store', store])), `reqscope --store ${store}`);
});

test('has the exclude of the screen, even an empty one if the initial exclude isn’t empty', t => {
	const exclude = '-url:/health,/ready';
	t.is(commandOf(shown({exclude}), started(['a.log'])), `reqscope --exclude ${exclude} /srv/shop/a.log`);
	t.is(commandOf(shown(), started(['--exclude', exclude, 'a.log'])), "reqscope --exclude '' /srv/shop/a.log");
});

test('repeats the rules of the command line, but not their programs', t => {
	const args = [
		'--alert',
		'5xx share over 5% in 1m',
		'--alert',
		'any url:/wp-login',
		'--exec',
		'beep',
		'a.log',
	];
	t.is(
		commandOf(shown({rules: rulesOf(args)}), started(args)),
		"reqscope --alert '5xx share over 5% in 1m' --alert 'any url:/wp-login' /srv/shop/a.log",
	);
});

test('secrets in a rule are redacted as in the search', t => {
	const args = ['--alert', 'any url:token=S3CRET ip:203.0.113.9', '--alert', 'under 1 in 5m', 'a.log'];
	t.deepEqual(screenCommand(shown({rules: rulesOf(args), redact: true}), started(args)), {
		command:
			"reqscope --redact --alert 'any url:token=REDACTED ip:203.0.113.0' --alert 'under 1 in 5m' /srv/shop/a.log",
		remarks: ['secrets in a rule are hidden: type them again'],
	});
	t.deepEqual(screenCommand(shown({rules: rulesOf(args)}), started(args)), {
		command: "reqscope --alert 'any url:token=S3CRET ip:203.0.113.9' --alert 'under 1 in 5m' /srv/shop/a.log",
		remarks: [],
	});
});

test('includes the state of the screen, and the options for reading logs', t => {
	const screen = shown({
		query: `status:5xx url:"it's"`,
		columns: parseColumns('status,url:60,agent'),
		rows: 'fit',
		order: '-time',
		redact: true,
	});
	const args = [
		'-q',
		'old',
		'--rows',
		'20',
		'--tz',
		'Europe/Vienna',
		'--no-follow',
		'--format',
		'$remote_addr "$request"',
	];
	t.is(
		commandOf(screen, started([...args, '--poll', '--source', 'web 1', '--max-entries', '5', "a b's.log"])),
		`reqscope -q 'status:5xx url:"it'\\''s"' --columns status,url:60,agent --rows fit --sort -time --format '$remote_addr "$request"' --tz Europe/Vienna --redact --no-follow --poll --max-entries 5 --source 'web 1' '/srv/shop/a b'\\''s.log'`,
	);
});

test('includes the six columns if the user chose them', t => {
	const columns = parseColumns('status,ip,method,url,time,token');
	t.is(
		commandOf(shown({columns}), started(['a.log'])),
		'reqscope --columns status,ip,method,url,time,token /srv/shop/a.log',
	);
});

test('settings of the config file are included, so that the command works with and without it', t => {
	t.is(
		commandOf(shown(), started(['a.log'], {defaults: {rows: 20, tz: 'utc'}, config: 'my.jsonc'})),
		'reqscope --rows 10 --tz local --config /srv/shop/my.jsonc /srv/shop/a.log',
	);
});

test('reports what the command can’t reproduce', t => {
	t.deepEqual(screenCommand(shown({query: 'url:token=REDACTED', isQueryHidden: true}), started(['-'])), {
		command: "reqscope -q 'url:token=REDACTED' -",
		remarks: ['secrets in the search are hidden: type them again', 'piped input has to be piped in again'],
	});
	t.deepEqual(screenCommand(shown(), started(['/a\u001b[2J.log'])), {
		problem: '/a\\x1b[2J.log has invisible characters, and isn’t safe to paste',
	});
});

testWithShells('a shell and the program read the command back as what it was made from', (t, wordsOf) => {
	const text = fc
		.oneof(
			fc.string({unit: 'grapheme', minLength: 1}),
			fc.string({unit: fc.constantFrom(...`'"\\=%~!#;$ a-`), minLength: 1}),
			fc.constantFrom('=ls', '%self', 'a\\', "';id;'"),
		)
		.filter(value => sanitise(value) === value);
	forAll(
		50,
		text,
		text,
		fc.constantFrom(3, 500, 'fit' as const),
		fc.boolean(),
		(query, name, rows, redact) => {
			const at = started([`/srv/${name}`]);
			const command = commandOf(shown({query, rows, redact}), at);
			const [program, ...args] = wordsOf(command);
			t.is(program, 'reqscope');
			const again = parseCommandLine(args);
			t.is(again.query, query, command);
			t.is(again.rows, rows);
			t.is(again.redact, redact);
			t.deepEqual(again.paths.length, 1);
			t.is(commandOf(shown({query, rows, redact}), {...at, commandLine: again, paths: again.paths}), command);
		},
	);
});
