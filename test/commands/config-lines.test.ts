import test from 'ava';
import {parseCommandLine} from '../../source/command-line/parse-command-line.js';
import {readArguments} from '../../source/command-line/read-arguments.js';
import {configLines} from '../../source/commands/config-lines.js';
import {readConfig} from '../../source/config/read-config.js';
import {noSettings, type Settings} from '../../source/config/settings.js';

function shown(
	settings: Settings,
	args: readonly string[] = [],
	env: Readonly<Record<string, string>> = {},
): readonly string[] {
	return configLines({
		settings,
		commandLine: parseCommandLine(args, settings),
		given: readArguments(args).given,
		env: {HOME: '/h', ...env},
	});
}

const config = `{
	"theme": "light",
	"colors": {"count": "bold bright-red on #102030", "past-row": "dim gray", "5xx": "plain"},
	"columns": "status,URL:60,agent",
	"keys": {"quit": ["x", "Q"], "help": [], "row-down": "q"},
	"routes": ["/a/{b_id}?p=<int>", {"path": "/c", "status": 404}],
	"formats": {"shop": "%h \\"%r\\" %>s"},
	"searches": {"slow": "duration:>1s (a OR \\"b c\\")"},
	"options": {"rows": 20, "tz": "utc", "poll": true, "mouse": true, "max-entries": 99, "color": "never", "bell": false, "notify": true},
	"alerts": {"a": "under 1 in 5m", "b": {"rule": "any \\"x\\"", "exec": ["ls", "{url}"]}},
	"secrets": ["customer_ref"], "geo": ["GeoLite2-ASN.mmdb"], "exclude": "-url:/health",
	"client": "forwarded",
	"trustedProxies": ["10.0.0.0/8"]
}`;

test('shows the source of each setting', t => {
	const settings = readConfig(config, '/h/config.jsonc');
	const lines = shown(settings, [
		'config',
		'--rows',
		'7',
		'--theme',
		'dark',
		'--no-color',
		'--alert',
		'any y',
	]);
	t.is(lines[0], '// /h/config.jsonc');
	for (const line of [
		'\t"theme": "dark", // --theme',
		'\t\t"5xx": "plain", // /h/config.jsonc:3',
		'\t"columns": "status,url:60,agent", // /h/config.jsonc:4',
		'\t\t"quit": ["x","Q"], // /h/config.jsonc:5',
		'\t\t"row-up": ["k","up"], // default',
		'\t\t{"path":"/c","status":404}, // /h/config.jsonc:6',
		'\t\t"GeoLite2-ASN.mmdb", // /h/config.jsonc:11',
		'\t\t"rows": 7, // --rows',
		'\t\t"tz": "utc", // /h/config.jsonc:9',
		'\t\t"color": "never", // --no-color',
		'\t\t"bell": false, // /h/config.jsonc:9',
		'\t\t"notify": true, // /h/config.jsonc:9',
		'\t\t"a": "under 1 in 5m", // /h/config.jsonc:10',
		'\t\t"b": {"rule":"any \\"x\\"","exec":["ls","{url}"]}, // /h/config.jsonc:10',
		'\t\t"any y": "any y", // --alert',
		'\t\t"customer_ref", // /h/config.jsonc:11',
		'\t"exclude": "-url:/health", // /h/config.jsonc:11',
		'\t"client": "forwarded", // /h/config.jsonc:12',
		'\t\t"10.0.0.0/8", // /h/config.jsonc:13',
	]) {
		t.true(lines.includes(line), line);
	}
});

test('names --no-mouse as the source of the setting mouse', t => {
	const lines = shown(readConfig('{"options": {"mouse": true}}', 'c'), ['config', '--no-mouse']);
	t.true(lines.includes('\t\t"mouse": false, // --no-mouse'));
});

test('shows settings of the environment', t => {
	const lines = shown(noSettings, ['config'], {NO_COLOR: '1', COLORFGBG: '0;15'});
	t.true(lines.includes('\t\t"color": "never", // NO_COLOR'));
	t.true(lines.includes('\t"theme": "auto", // default; COLORFGBG says light'));
	t.true(
		shown(noSettings, ['config', '--color', 'always'], {NO_COLOR: '1'}).includes(
			'\t\t"color": "always", // --color',
		),
	);
});

test('without a file, shows the path that would be read', t => {
	t.is(
		shown(noSettings, ['config'], {XDG_CONFIG_HOME: '/x'})[0],
		"// no config file: /x/reqscope/config.jsonc isn't there",
	);
	t.is(shown(noSettings, ['config', '--no-config'])[0], '// no config file: --no-config');
	t.is(
		shown({...noSettings, misnamed: '/x/reqscope/config.json'}, ['config'])[1],
		'// config.json isn’t read: rename it to config.jsonc (in /x/reqscope)',
	);
});

test('shows the command that a key was given to', t => {
	const lines = shown(readConfig('{"keys": {"help": "q"}}', 'c'));
	t.true(lines.includes('\t\t"quit": [], // default, without q, which now runs help: it has no key left'));
	t.is(lines[1], '// keys: q now runs help, quit has no key left');
	t.is(shown(readConfig('{"keys": {"help": "?"}}', 'c'))[1], '{');
	const others = shown(readConfig('{"keys": {"help": "j"}}', 'c'));
	t.true(others.includes('\t\t"row-down": ["down"], // default, without j, which now runs help'));
});

test('the output is an equivalent config file', t => {
	const {file: _, lines: __, ...settings} = readConfig(config, '/h/config.jsonc');
	const lines = shown({...settings, file: 'c', lines: new Map()});
	const {keys, file: ___, lines: ____, ...again} = readConfig(lines.join('\n'), 'd');
	const {keys: given, ...rest} = settings;
	t.deepEqual(again, rest);
	t.deepEqual(
		[...given].filter(([command, of]) => keys.get(command)?.join() !== of.join()),
		[],
	);
	t.deepEqual(
		shown({...settings, keys, file: 'c', lines: new Map()}),
		lines.filter(line => !line.startsWith('// keys: ')).map(line => line.replace(/, without .*/, '')),
	);
});

test('the output is sanitised', t => {
	const lines = shown(readConfig('{"searches": {"a\u202e\u009b": "b\u202e"}}', 'c\u001B[31m'));
	t.deepEqual(
		['\u202e', '\u009b', '\u001b'].filter(control => lines.join('\n').includes(control)),
		[],
	);
});
