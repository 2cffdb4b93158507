import test from 'ava';
import fc from 'fast-check';
import {parseRule} from '../../source/alerts/parse-rule.js';
import {settableOptions} from '../../source/command-line/options.js';
import {readConfig} from '../../source/config/read-config.js';
import {ConfigError, noSettings} from '../../source/config/settings.js';
import {columns} from '../../source/fields/fields.js';
import {forAll} from '../helpers/for-all.js';
import {words} from '../helpers/words.js';

/** Returns the errors in a config file with this text. */
function mistakesIn(text: string): readonly string[] {
	try {
		readConfig(text, 'c');
		return [];
	} catch (error) {
		if (!(error instanceof ConfigError)) {
			throw error;
		}
		return error.mistakes;
	}
}

/** Every kind of error, with its messages. */
const mistakes: Readonly<Record<string, string>> = {
	'{"theme": dark}': 'c:1: dark isn\'t in double quotes: write "dark"',
	'{\n\t"theme": \'dark\'\n}': "c:2: 'dark' isn't in double quotes: write \"dark\"",
	'{theme: "dark"}': 'c:1: theme isn\'t in double quotes: write "theme"',
	'{\n"theme": "dark"\n"keys": {}}': 'c:3: a comma is missing before "keys"',
	'{"theme" "dark"}': 'c:1: a colon is missing before "dark"',
	'{"theme": }': 'c:1: a value is missing before }',
	'{"keys": {': 'c:1: the closing } is missing',
	'{"keys": {"quit": ["q"}}': 'c:1: the closing ] is missing before }',
	'{}\n{}': 'c:2: { is after the closing }: remove it, or move it between the braces',
	[`{\n"theme": ${'['.repeat(20_000)}${']'.repeat(20_000)}}`]:
		'c:2: braces and brackets are nested more than 50 levels deep: remove some',
	['{"a": '.repeat(20_000)]: 'c:1: braces and brackets are nested more than 50 levels deep: remove some',
	'{} /* mine': 'c:1: the comment has no end: write */ after it',
	'{"theme": "dark}': 'c:1: the string has no end: write " after it',
	'{"options": {"rows": 1.}}': "c:1: 1. isn't a number: write digits, or put it in double quotes",
	'{"searches": {"a": "\\u12"}}':
		'c:1: \\u must be followed by four hexadecimal digits: for a backslash write two of them',
	'{"searches": {"a": "url:~\\d"}}': 'c:1: there is no such escape: for a backslash write two of them',
	'{"searches": {"a": "a\tb"}}':
		'c:1: a string contains a control character: write \\t for a tab, \\n for a new line',
	'["dark"]':
		'c:1: the config is a list in brackets: write an object in braces, such as {"options": {"rows": 20}}',
	'{"them": "dark"}': 'c:1: there is no setting "them": did you mean "theme"?',
	'{"mouse": true}':
		'c:1: there is no setting "mouse": write one of theme, colors, columns, exclude, geo, keys, routes, formats, client, trustedProxies, searches, secrets, alerts, options',
	'{"client": "forward"}': 'c:1: client can\'t be "forward": did you mean "forwarded"?',
	'{"exclude": "url:/health"}':
		'c:1: exclude: each term of an exclude begins with -: write -url:/health to hide these requests',
	'{"exclude": 1}':
		'c:1: exclude is a number: write a string in double quotes, such as "-url:/health,/ready"',
	'{"trustedProxies": "10.0.0.0/8"}':
		'c:1: trustedProxies is a text: write a list in brackets, such as ["10.0.0.0/8"]',
	'{"trustedProxies": ["10.0.0.0/8", "10.0.0.300"]}':
		'c:1: "10.0.0.300" in trustedProxies is neither an address nor a network: write "10.0.0.0/8", "203.0.113.7", "default" or "unix:"',
	'{"theme": "dark",\n"theme": "light"}': 'c:2: the config has "theme" twice: remove one of them',
	'{"keys": "q"}': 'c:1: keys is a text: write an object in braces, such as {"quit": ["q", "ctrl-q"]}',
	'{"theme": "drak"}': 'c:1: theme can\'t be "drak": did you mean "dark"?',
	'{"theme": true}':
		'c:1: theme is true or false: write one of "auto", "dark", "light", "high-contrast", "terminal", "none"',
	'{"colors": {"selcted": "red"}}': 'c:1: there is no part of the screen "selcted": did you mean "selected"?',
	'{"colors": {"5xx": "bold rde"}}': 'c:1: 5xx: there is no rde: did you mean red?',
	'{"colors": {"5xx": "#12"}}': "c:1: 5xx: #12 isn't a colour: write six hexadecimal digits, such as #8a2f3c",
	'{"colors": {"5xx": "red blue"}}': 'c:1: 5xx: blue is one colour too many: write "COLOUR on COLOUR"',
	'{"colors": {"5xx": "red on"}}':
		'c:1: 5xx: a background colour is missing after "on": write it, or remove "on"',
	'{"colors": {"5xx": 3}}':
		'c:1: 5xx is a number: write a string in double quotes, such as "bold red", "white on #8a2f3c"',
	'{"columns": "status,wat"}': `c:1: columns: there is no column wat: the columns are ${columns.join(', ')}, and @name for a log field`,
	'{"columns": ["status",\n",ip"]}': `c:1: columns: the name of a column is missing: the columns are ${columns.join(', ')}, and @name for a log field`,
	'{"columns": "ip,IP"}': 'c:1: columns: ip is listed twice: remove one of them',
	'{"columns": ["url:2"]}':
		'c:1: columns: the width of a column is a number from 3 to 1000, as in url:40, not 2',
	'{"columns": []}': 'c:1: columns is empty: write "status,time,url:60", or remove it',
	'{"columns": 6}': 'c:1: columns is a number: write a string in double quotes, such as "status,time,url:60"',
	'{"columns": ["ip", 6]}': 'c:1: a column is a number: write a string in double quotes, such as "url:60"',
	'{"keys": {"qiut": "q"}}': 'c:1: there is no command "qiut": did you mean "quit"?',
	'{"keys": {"quit": "x",\n"help": ["x"]}}':
		'c:2: "x" is a key of quit as well: a key does one thing, remove one of the two',
	'{"keys": {"quit": ["x", "x"]}}':
		'c:1: "x" is given twice here: a key does one thing, remove one of the two',
	'{"keys": {"open": "enter", "quit": "return"}}':
		'c:1: "return" is a key of open as well: a key does one thing, remove one of the two',
	'{"keys": {"help": "^C"}}': 'c:1: "^C" always quits, so that there is a way out: choose another key',
	'{"keys": {"interrupt": "a"}}':
		'c:1: interrupt stays on ctrl-c, so that there is always a way out: remove it',
	'{"keys": {"help": "foo"}}':
		'c:1: "foo" isn\'t a key for help: write a character, ctrl- and a letter, or one of space, down, up, left, right, pagedown, pageup, home, end, return, escape, tab, backspace, delete, f1, f11',
	'{"keys": {"help": "ctrl-m"}}':
		'c:1: "ctrl-m" isn\'t a key for help: terminals send the same code as for return: write "return"',
	'{"keys": {"help": "F7"}}':
		'c:1: "F7" isn\'t a key for help: f1 and f11 are the only function keys: choose another key',
	'{"keys": {"help": "alt-x"}}':
		'c:1: "alt-x" isn\'t a key for help: the only modifier is ctrl-; write Shift and a letter as a capital letter',
	'{"keys": {"help": [1]}}':
		'c:1: a key of help is a number: write a string such as "ctrl-q", or a list of them',
	'{"routes": {}}':
		'c:1: routes is an object in braces: write a list in brackets, such as ["/shop/{product_id}"]',
	'{"routes": ["shop"]}': 'c:1: routes: shop: a route begins with a slash',
	'{"routes": ["/a/{b"]}': 'c:1: routes: /a/{b: {b has an unmatched brace',
	'{"routes": ["/a",\n"/a?p=<int>"]}': 'c:2: routes has /a twice: the first counts, remove the other',
	'{"routes": [1]}':
		'c:1: a route is a number: write a string in double quotes, such as "/shop/{product_id}", or {"path": "/shop/{product_id}", "status": 301}',
	'{"routes": [{"status": 301}]}':
		'c:1: a route has no path: write {"path": "/shop/{product_id}", "status": 301}',
	'{"routes": [{"path": "/a", "status": 999}]}':
		'c:1: routes: /a: a status is a number from 100 to 599, not 999',
	'{"routes": [{"path": "/a", "status": "301"}]}':
		'c:1: status is a text: write a number such as 301, without quotes',
	'{"routes": [{"path": "/a", "sttus": 301}]}':
		'c:1: there is no part of a route "sttus": did you mean "status"?',
	'{"formats": {"combined": "%h"}}': 'c:1: the format combined is built in: choose another name',
	'{"formats": {"a b": "%h"}}': 'c:1: "a b" isn\'t a valid name for a format: use letters, digits, _ and -',
	'{"formats": {"shop": "a b"}}':
		'c:1: the format shop: there is no variable in it, such as $request or %r: write it as in the configuration of the server',
	'{"formats": {"shop": "combind"}}':
		'c:1: the format shop: there is no format combind (did you mean combined?)',
	'{"formats": {"shop": "a $ b"}}':
		'c:1: the format shop: a $ without the name of a variable: write it as in the configuration of the server',
	'{"formats": {"shop": null}}':
		'c:1: the format shop is null: write a string in double quotes, such as "$remote_addr [$time_local] \\"$request\\" $status"',
	'{"searches": {"bad": "url:a status:abc"}}':
		'c:1: the search bad, at abc: “abc” is not a status: write 404, 5xx, 400-499, >=500',
	'{"searches": {"bad": " "}}': 'c:1: the search bad is empty: write "duration:>1s", or remove it',
	'{"searches": {"": "a"}}': 'c:1: a search has no name: write one, such as "slow"',
	'{"geo": "a.mmdb"}': 'c:1: geo is a text: write a list in brackets, such as ["GeoLite2-ASN.mmdb"]',
	'{"geo": ["a.mmdb", "https://example.com/a.mmdb"]}':
		'c:1: "https://example.com/a.mmdb" in geo is an address: reqscope downloads nothing; write the path of a file',
	'{"secrets": "token"}': 'c:1: secrets is a text: write a list in brackets, such as ["customer_ref"]',
	'{"secrets": ["a", 1]}':
		'c:1: a name in secrets is a number: write a string in double quotes, such as "customer_ref"',
	'{"secrets": ["_1"]}': 'c:1: "_1" in secrets has no letter: write a name such as "customer_ref"',
	'{"options": {"rwos": 3}}': 'c:1: there is no option for a config file "rwos": did you mean "rows"?',
	'{"options": {"json": true}}': `c:1: there is no option for a config file "json": write one of ${[...settableOptions.keys()].join(', ')}`,
	'{"options": {"rows": "3"}}': 'c:1: rows takes an integer of at least 1, or "fit", not "3"',
	'{"options": {"rows": []}}': 'c:1: rows takes an integer of at least 1, or "fit", not null',
	'{"options": {"max-entries": 0.5}}': 'c:1: max-entries takes an integer of at least 1, not 0.5',
	'{"options": {"tz": "Viena"}}':
		'c:1: tz: there is no zone "Viena": write "local", "utc", "log", or a name such as "Europe/Vienna"',
	'{"options": {"poll": "yes"}}': 'c:1: poll is a text: write true or false, without quotes',
	'{"options": {"bell": 1}}': 'c:1: bell is a number: write true or false, without quotes',
	'{"alerts": ["any x"]}':
		'c:1: alerts is a list in brackets: write an object in braces, such as {"errors": "5xx share over 5% in 1m"}',
	'{"alerts": {"": "any x"}}': 'c:1: an alert has no name: write one, such as "errors"',
	'{"alerts": {"bad": 5}}':
		'c:1: the alert bad is a number: write a string in double quotes, such as "5xx share over 5% in 1m", or {"rule": "5xx share over 5% in 1m", "exec": ["notify-send", "{message}"]}',
	'{"alerts": {"bad": "5xx share over 5 in 1m"}}':
		'c:1: the alert bad, at 5: a share is in percent: write 5%',
	'{"alerts": {"bad": {"rule": "any stauts:404"}}}':
		'c:1: the alert bad, at stauts: there is no field “stauts”, did you mean status:? To search for the text, write "stauts:404"',
	'{"alerts": {"bad": {"exec": ["ls"]}}}':
		'c:1: the alert bad has no rule: write {"rule": "5xx share over 5% in 1m", "exec": ["notify-send", "{message}"]}',
	'{"alerts": {"bad": {"rule": "any x", "exce": []}}}':
		'c:1: there is no part of an alert "exce": did you mean "exec"?',
	'{"alerts": {"bad": {"rule": "any x", "exec": "notify-send {url}"}}}':
		'c:1: exec of the alert bad is a text: write a list of a program and its arguments, such as ["notify-send", "{message}"]',
	'{"alerts": {"bad": {"rule": "any x", "exec": []}}}':
		'c:1: exec of the alert bad names no program: write ["notify-send", "{message}"], or remove it',
	'{"alerts": {"bad": {"rule": "any x", "exec": ["{agent}"]}}}':
		'c:1: exec of the alert bad: no log may choose the program: write its name, ["notify-send", "{message}"]',
	'{"alerts": {"bad": {"rule": "any x", "exec": ["ls", 5]}}}':
		'c:1: a part of exec of the alert bad is a number: write a string in double quotes, such as ["notify-send", "{message}"]',
	'{"alerts": {"bad": {"rule": "any x", "exec": ["ls", "a\\u0000"]}}}':
		"c:1: exec of the alert bad contains a NUL, which arguments can't: remove it",
	'{"alerts": {"bad": {"rule": "any x", "exec": ["ls", "{ulr}"]}}}':
		'c:1: exec of the alert bad: there is no {ulr}: write one of {rule}, {message}, {value}, {count}, {total}, {time}, {url}, {method}, {status}, {ip}, {host}, {agent}, {token}',
	'{"options": {"mouse": 1}}': 'c:1: mouse is a number: write true or false, without quotes',
	'{"options": {"color": "nevr"}}': 'c:1: color can\'t be "nevr": did you mean "never"?',
};

for (const [text, said] of Object.entries(mistakes)) {
	test(`reports in ${JSON.stringify(text.slice(0, 60))}: ${said.replace(/^c:\d+: /, '')}`, t => {
		t.deepEqual(mistakesIn(text), [said]);
	});
}

test('reports every error, in file order', t => {
	const wrong = Object.entries(mistakes).filter(([text]) =>
		/^\{"(?:colors|keys|formats|searches|options)": \{/.test(text),
	);
	const isSyntax = (text: string): boolean => /escape|hexadecimal|isn't a number|control|closing/.test(text);
	const rest = wrong.filter(([, said]) => !isSyntax(said) && !said.startsWith('c:2'));
	t.true(rest.length > 25);
	const sections = new Map<string, string[]>();
	for (const [text] of rest) {
		const [, name = '', content = ''] = /^\{"(\w+)": \{(.*)\}\}$/s.exec(text) ?? [];
		sections.set(name, [...(sections.get(name) ?? []), content]);
	}
	for (const [name, contents] of sections) {
		const text = `{"${name}": {\n${contents.join(',\n')}\n}}`;
		const said = mistakesIn(text);
		const lines = said.map(one => Number(/^c:(\d+)/.exec(one)?.[1]));
		t.deepEqual(
			lines,
			lines.toSorted((a, b) => a - b),
		);
		t.true(said.length >= contents.length, `${name}: ${said.length} of ${contents.length}`);
	}
});

test('returns each setting with its line', t => {
	const {lines, ...settings} = readConfig(
		`// mine
{
	"theme": "light", /* for the day */
	"colors": {"5xx": "Bold white on #8a2f3c", "past-row": "plain"},
	"columns": ["status", "URL:60,referer"],
	"keys": {"row-down": ["ctrl-n", "J"], "quit": [], "page-down": " "},
	"routes": [
		"/shop/{product_id}?p=<int>",
		{"path": "/old/{slug}", "status": 301},
	],
	"formats": {"shop": "$remote_addr \\"$request\\" $status"},
	"client": "forwarded", "trustedProxies": ["10.0.0.0/8", "203.0.113.7", "unix:"],
	"exclude": " -url:/health ", "searches": {"slow ones": " duration:>1s "},
	"secrets": ["customer_ref", "Mandant"], "geo": ["GeoLite2-ASN.mmdb", "/g/c.mmdb"],
	"alerts": {
		"silence": " under 1 in 5m ",
		"doors": {"rule": "any url:/wp-login", "exec": ["./block", "{ip}"]},
	},
	"options": {"rows": "fit", "tz": "Europe/Vienna", "poll": true, "mouse": true, "max-entries": 1000, "color": "always"},
}
`,
		'/c',
	);
	t.deepEqual(settings, {
		file: '/c',
		misnamed: null,
		theme: 'light',
		colors: new Map([
			['5xx', {bold: true, color: 'white', backgroundColor: '#8a2f3c'}],
			['pastRow', {}],
		]),
		columns: [
			{name: 'status', width: null},
			{name: 'url', width: 60},
			{name: 'referer', width: null},
		],
		keys: new Map([
			['rowDown', ['ctrl-n', 'J']],
			['quit', []],
			['pageDown', ['space']],
		]),
		routes: [{template: '/shop/{product_id}?p=<int>'}, {template: '/old/{slug}', status: 301}],
		formats: new Map([['shop', '$remote_addr "$request" $status']]),
		client: 'forwarded',
		trustedProxies: ['10.0.0.0/8', '203.0.113.7', 'unix:'],
		exclude: '-url:/health',
		searches: new Map([['slow ones', 'duration:>1s']]),
		secrets: ['customer_ref', 'Mandant'],
		geo: ['GeoLite2-ASN.mmdb', '/g/c.mmdb'],
		alerts: [
			{rule: parseRule('under 1 in 5m', 'silence'), command: undefined},
			{rule: parseRule('any url:/wp-login', 'doors'), command: {program: './block', args: ['{ip}']}},
		],
		options: {
			rows: 'fit',
			tz: 'Europe/Vienna',
			poll: true,
			mouse: true,
			'max-entries': 1000,
			color: 'always',
		},
	});
	t.is(lines.get('theme'), 3);
	t.is(lines.get('keys.quit'), 6);
	t.is(lines.get('routes.1'), 9);
	t.is(lines.get('options.color'), 19);
	t.is(lines.get('secrets.1'), 14);
	t.is(lines.get('trustedProxies.2'), 12);
});

test('an empty config sets nothing', t => {
	for (const text of [
		'',
		' \n',
		'// later\n',
		'{}',
		'\uFEFF{}',
		'{"keys": {}, "routes": [], "options": {},}',
	]) {
		const {file, lines: _, ...settings} = readConfig(text, 'c');
		t.is(file, 'c');
		t.deepEqual({...noSettings, ...settings}, noSettings);
	}
});

test('hostile 17: any value is accepted or reported with its line', t => {
	const names = words`
		theme colors columns geo keys routes formats searches secrets options quit 5xx rows tz
	`;
	const {value} = fc.letrec(tie => ({
		value: fc.oneof(
			{maxDepth: 3},
			fc.constantFrom(
				null,
				true,
				3,
				-1,
				'dark',
				'ctrl-c',
				'q',
				'/a/{b}',
				'#ff0000',
				'%r',
				'status:',
				'',
				'\u001B',
			),
			fc.array(tie('value'), {maxLength: 3}),
			fc.dictionary(fc.constantFrom(...names), tie('value'), {maxKeys: 5}),
		),
	}));
	forAll(
		100,
		fc.oneof(
			value.map(one => JSON.stringify(one, null, 1)),
			fc.string(),
		),
		text => {
			const lines = text.split('\n').length;
			for (const said of mistakesIn(text)) {
				const line = Number(/^c:(\d+): [^\n]/.exec(said)?.[1]);
				t.true(line >= 1 && line <= lines, said);
			}
		},
	);
});

test('hostile 17: a file of many lines is read in a moment, and so are its mistakes', t => {
	const names = Array.from({length: 60_000}, (_, index) => `"s${index}"`);
	const since = performance.now();
	const {lines} = readConfig(`{"secrets": [\n${names.join(',\n')}\n]}`, 'c');
	t.is(lines.get('secrets.59999'), 60_001);
	const mistakes = mistakesIn(`{\n${names.map(name => `${name}: 1`).join(',\n')}\n}`);
	t.is(mistakes.length, names.length);
	t.regex(mistakes.at(-1) ?? '', /^c:60001: there is no setting "s59999"/);
	// It used to take a minute and a half.
	t.true(performance.now() - since < 20_000);
});
