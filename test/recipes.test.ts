import {appendFileSync, copyFileSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {delimiter, join} from 'node:path';
import {gzipSync} from 'node:zlib';
import test, {type ExecutionContext} from 'ava';
import {calendarIn} from '../source/format/calendar.js';
import {defaultBindings} from '../source/keys/key-bindings.js';
import {parseQuery} from '../source/query/parsing/parse-query.js';
import {pages} from './helpers/documentation.js';
import {logLine} from './helpers/log-lines.js';
import {type Output, openCommand, programCommand, startCommand} from './helpers/program.js';
import {isInstalled} from './helpers/shell.js';
import {temporaryDirectory} from './helpers/temporary-directory.js';

type Recipe = {readonly question: string; readonly keys: string; readonly command: string};

const recipes: readonly Recipe[] = readFileSync('docs/recipes.md', 'utf8')
	.split(/^## /m)
	.slice(1)
	.map(section => ({
		question: section.slice(0, section.indexOf('\n')),
		keys: /^Keys: (.*)$/m.exec(section)?.[1] ?? '',
		command: /^```sh\n(.*)\n```$/m.exec(section)?.[1] ?? '',
	}));

/** Lines of the documentation that can't be run here, and the reasons. */
const notRun: ReadonlyMap<string, string> = new Map([
	['npm install && npm start', 'npm install needs a network; npm start is run in start.test.ts'],
	['npm install && npm test', 'this is npm test'],
	['npm start -- /var/log/nginx/access.log', 'start.test.ts runs npm start, in a checkout of its own'],
	[
		'curl -fsSL "$RELEASES/latest/download/install.sh" | sh',
		'install.test.ts runs install.sh, from a folder that is like a release page',
	],
	['reqscope --store clickhouses://logs.example:8443/logs', 'needs ClickHouse: npm run test:clickhouse'],
	[
		"reqscope --store clickhouses://logs.example:8443/logs -q 'status:5xx since:15m' --json",
		'needs ClickHouse: npm run test:clickhouse',
	],
]);

/** The blocks of commands in the readme and in docs/: their lines without comments. */
const documentedBlocks: ReadonlyArray<readonly string[]> = pages
	.filter(page => page !== join('docs', 'recipes.md'))
	.flatMap(page => [...readFileSync(page, 'utf8').matchAll(/^```sh\n(.*?)^```$/gms)])
	.map(([, block = '']) =>
		block
			.split('\n')
			.map(line => line.replace(/\s+#.*$/, ''))
			.filter(line => line !== ''),
	);

/** A log with its own fields: a trace of two requests, one of which fails after a slow upstream, and another request. */
const shopLines = [
	{
		uri: '/api/search?q=1',
		status: 200,
		cache: 'MISS',
		tenant: 'acme',
		trace: {id: '4bf92f35'},
		upstream: {time: 0.2},
	},
	{
		uri: '/api/checkout',
		status: 503,
		cache: 'MISS',
		tenant: 'acme',
		trace: {id: '4bf92f35'},
		upstream: {time: 2.1},
	},
	{
		uri: '/api/search?q=2',
		status: 200,
		cache: 'HIT',
		tenant: 'globex',
		trace: {id: '77aa01bc'},
		upstream: {time: 0},
	},
].map(line => ({time: '2026-11-20T09:03:07Z', method: 'GET', remote_addr: '203.0.113.7', ...line}));

/** A directory as on a server: a log, a rotated log, a compressed log, and the program under its name. */
function server(t: ExecutionContext): string {
	const cwd = temporaryDirectory(t);
	// The newest request is ten minutes old: searches with `since:1h` find it, and it has been quiet for five.
	const failed = logLine({time: Date.now() - 600_000, url: '/en/checkout', status: 503});
	writeFileSync(
		join(cwd, 'access.log'),
		`${readFileSync('samples/storefront.log', 'utf8')}${failed.trimEnd()} rid=7c1f09aa\n`,
	);
	copyFileSync('samples/combined.log', join(cwd, 'access.log.1'));
	writeFileSync(join(cwd, 'access.log.2.gz'), gzipSync(readFileSync('samples/common.log')));
	writeFileSync(join(cwd, 'shop.json'), shopLines.map(line => `${JSON.stringify(line)}\n`).join(''));
	mkdirSync(join(cwd, 'bin'));
	const command = programCommand().map(part => `'${part.replaceAll("'", "'\\''")}'`);
	writeFileSync(join(cwd, 'bin/reqscope'), `#!/bin/sh\nexec ${command.join(' ')} "$@"\n`, {mode: 0o755});
	// The test machines have no desktop.
	writeFileSync(join(cwd, 'bin/notify-send'), '#!/bin/sh\n', {mode: 0o755});
	writeFileSync(join(cwd, 'page-me'), '#!/bin/sh\n', {mode: 0o755});
	return cwd;
}

test('each recipe has a question, keys and a command line', t => {
	t.true(recipes.length > 10);
	t.deepEqual(
		recipes.filter(({question, keys, command}) => !question.endsWith('?') || keys === '' || command === ''),
		[],
	);
});

function environment(cwd: string): Record<string, string> {
	const {PATH = ''} = process.env;
	return {PATH: `${join(cwd, 'bin')}${delimiter}${PATH}`};
}

/** Registers a test of command lines. Skips it if a required program isn't installed. */
function testOf(
	title: string,
	commands: readonly string[],
	body: (t: ExecutionContext) => Promise<void>,
): void {
	const missing = [
		['bash', ''],
		['jq', 'jq '],
	].find(
		([program = '', part = '']) =>
			commands.some(command => command.includes(part)) && !isInstalled(program, '--version'),
	)?.[0];
	if (process.platform !== 'win32' && missing === undefined) {
		test.serial(title, body);
	} else {
		test.skip(`${title} (skipped: ${missing ?? 'a shell'} is not installed here)`, body);
	}
}

/** Checks whether a command line prints until it is killed. */
function goesOn(command: string): boolean {
	return command.includes('--follow');
}

/** Checks whether a command line shows the screen: reqscope writes to the terminal, without a print option. */
function isScreen(command: string): boolean {
	const last =
		command
			.replace(/'[^']*'/g, '')
			.split('|')
			.at(-1)
			?.trim() ?? '';
	return (
		/^reqscope(?! (?:completions|config|doctor|explain|formats|ship|views)\b)/.test(last) &&
		!/>| --(?:text|json|csv|raw|count|diff|top|routes|timeline|latency|visits)\b/.test(last)
	);
}

/** Runs a command line until it ends. */
async function runToEnd(t: ExecutionContext, cwd: string, command: string): Promise<Output> {
	const running = startCommand(t, ['bash', '-c', command], {cwd, env: environment(cwd)});
	running.process.stdin?.end();
	return running.ended;
}

/** Runs a command line in a terminal until it shows requests, then quits it as a user would. */
async function runInTerminal(t: ExecutionContext, cwd: string, command: string): Promise<Output> {
	// Rules ring the bell.
	const options = {cwd, env: environment(cwd), allowed: /^U\+0007$/};
	const terminal = openCommand(t, ['bash', '-c', command], options);
	const arriving = setInterval(() => {
		if (command.includes('| grep')) {
			appendFileSync(join(cwd, 'access.log'), logLine({time: Date.now(), url: '/en/checkout'}));
		}
	}, 50);
	try {
		const shown = await terminal.waitFor(isScreen(command) ? /^[1-9]\d* results? found/m : /\d/);
		terminal.write(isScreen(command) ? 'q' : '\u0003');
		const {status} = await terminal.exit;
		return {status, stdout: shown.join('\n'), stderr: ''};
	} finally {
		clearInterval(arriving);
	}
}

/** Runs a command line and checks that it succeeds and has a result: requests, or a file that it writes. */
async function checkCommand(t: ExecutionContext, cwd: string, command: string): Promise<void> {
	const isEnded = !goesOn(command) && !isScreen(command);
	const {status, stdout, stderr} = await (isEnded ? runToEnd : runInTerminal)(t, cwd, command);
	t.is(status, goesOn(command) ? 130 : 0, stdout + stderr);
	t.notRegex(stdout + stderr, /^reqscope: (?!alert )/m, command);
	const file = /(?:--output|>) (\S+)/.exec(command)?.[1];
	if (!/^(?:mkdir|source|export) /.test(command)) {
		const shown =
			file === undefined || file === '/dev/null'
				? stdout
				: readFileSync(join(cwd, file.replace('~', '.')), 'utf8');
		t.regex(shown, /\S/, command);
		t.notRegex(shown, /^0 results found/m, command);
		t.true(!command.includes('--csv') || shown.split('\n').length > 2, command);
	}
}

for (const {question, command} of recipes) {
	testOf(question, [command], async t => checkCommand(t, server(t), command));
}

/** Returns the log for a command of the documentation, if it isn't the default one. */
function logFor(command: string): string | undefined {
	return [
		[
			'$remote_addr [',
			'203.0.113.7 [2026-11-20T09:03:07+00:00] shop.example "GET /en/ HTTP/1.1" 200 0.012\n',
		],
		['%v %h %t', 'shop.example 203.0.113.7 [20/Nov/2026:09:03:07 +0000] "GET /en/ HTTP/1.1" 200 4523 1200\n'],
		['nginx.conf', readFileSync('samples/nginx_main.log', 'utf8')],
	].find(([part = '']) => command.includes(part))?.[1];
}

const nginxConfiguration = `http {
    log_format  main  '$remote_addr - $remote_user [$time_local] "$request" '
                      '$status $body_bytes_sent "$http_referer" '
                      '"$http_user_agent" "$http_x_forwarded_for"';
    access_log  /var/log/nginx/access.log  main;
}
`;

for (const block of documentedBlocks) {
	const commands = block.filter(line => !notRun.has(line));
	if (commands.length > 0) {
		testOf(`the documentation's command runs: ${commands[0]} …`, commands, async t => {
			const cwd = server(t);
			writeFileSync(join(cwd, 'nginx.conf'), nginxConfiguration);
			for (const line of commands) {
				const log = logFor(line);
				if (log !== undefined) {
					writeFileSync(join(cwd, 'access.log'), log);
				}
				// Without the backfill, a rule counts only new requests. A wait of five minutes would be too long here.
				const shortened = line.replace('under 1 in 5m', 'under 1 in 1s');
				await checkCommand(t, cwd, shortened.replaceAll('/var/log/nginx/', './'));
			}
		});
	}
}

test('each command line that isn’t run is in the documentation', t => {
	t.deepEqual(
		[...notRun.keys()].filter(line => !documentedBlocks.flat().includes(line)),
		[],
	);
});

test('results on the samples match the recipes', async t => {
	const recipe = recipes.find(({question}) => question === 'Which clients cause the most 404s?');
	const {stdout} = await runToEnd(t, server(t), recipe?.command ?? '');
	const clients = readFileSync('samples/storefront.log', 'utf8')
		.split('\n')
		.filter(line => line.includes('" 404 '))
		.map(line => line.split(' ')[0]);
	const most = Math.max(...clients.map(client => clients.filter(other => other === client).length));
	t.is(Number(/^ *(\d+) /m.exec(stdout)?.[1]), most);
});

(isInstalled('jq', '--version') && process.platform !== 'win32' ? test : test.skip)(
	'a timeline has the failed requests in their step',
	async t => {
		const cwd = server(t);
		writeFileSync(
			join(cwd, 'access.log'),
			'203.0.113.7 - - [20/Nov/2026:09:03:07 +0000] "GET /a,b,c HTTP/1.1" 503 45 "-" "curl/8.5.0"\n',
		);
		const recipe = recipes.find(({question}) => question === 'When did it start to fail?');
		const {stdout} = await runToEnd(t, cwd, recipe?.command ?? '');
		t.is(stdout.split('\n')[2]?.trim(), '20 Nov 2026 9:00         1    0    0    0    1   45 B');
	},
);

test('recipes contain only existing keys and valid searches', t => {
	const names = new Set(defaultBindings.flatMap(({shown}) => shown.split(' ')));
	const calendar = calendarIn('utc', Date.UTC(2026, 10, 20));
	for (const {question, keys} of recipes) {
		for (const [, key = ''] of keys.matchAll(/`([^`]+)`/g)) {
			if (key.startsWith('/')) {
				t.notThrows(() => parseQuery(key.slice(1), calendar), `${question} ${key}`);
			} else {
				t.true(names.has(key) || key.startsWith('reqscope '), `${question} ${key}`);
			}
		}
	}
});

(isInstalled('jq', '--version') && process.platform !== 'win32' ? test : test.skip)(
	'the recipes for fields of a log find the requests in the log',
	async t => {
		const cwd = server(t);
		const found = async (question: string): Promise<string> => {
			const recipe = recipes.find(one => one.question === question);
			return (await runToEnd(t, cwd, recipe?.command ?? '')).stdout.trim();
		};
		t.is(await found('Which requests of a page miss the cache?'), '1 results found');
		t.regex(await found('Which tenant has the most errors?'), /^ *2 .* 1 .* acme$/m);
		t.regex(await found('Which requests belong to one trace?'), /^2 results found/);
	},
);
