import {copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {delimiter, join} from 'node:path';
import {gzipSync} from 'node:zlib';
import test, {type ExecutionContext} from 'ava';
import {calendarIn} from '../source/listing/calendar.js';
import {parseQuery} from '../source/query/parsing/parse-query.js';
import {keyTable} from '../source/view/keys/key-table.js';
import {type Output, programCommand, startCommand} from './helpers/program.js';
import {isInstalled} from './helpers/shell.js';
import {temporaryDirectory} from './helpers/temporary-directory.js';

type Recipe = {readonly question: string; readonly keys: string; readonly command: string};

const recipes: readonly Recipe[] = readFileSync('recipes.md', 'utf8')
	.split(/^## /m)
	.slice(1)
	.map(section => ({
		question: section.slice(0, section.indexOf('\n')),
		keys: /^Keys: (.*)$/m.exec(section)?.[1] ?? '',
		command: /^```sh\n(.*)\n```$/m.exec(section)?.[1] ?? '',
	}));

/** A directory as a server has it: a log, one that was rotated, one that was compressed; and the program by its name. */
const server = (t: ExecutionContext): string => {
	const cwd = temporaryDirectory(t);
	copyFileSync('samples/storefront.log', join(cwd, 'access.log'));
	copyFileSync('samples/combined.log', join(cwd, 'access.log.1'));
	writeFileSync(join(cwd, 'access.log.2.gz'), gzipSync(readFileSync('samples/common.log')));
	mkdirSync(join(cwd, 'bin'));
	const command = programCommand().map(part => `'${part.replaceAll("'", "'\\''")}'`);
	writeFileSync(join(cwd, 'bin/reqscope'), `#!/bin/sh\nexec ${command.join(' ')} "$@"\n`, {mode: 0o755});
	// On the machines that the tests run on, there is no desktop.
	writeFileSync(join(cwd, 'bin/notify-send'), '#!/bin/sh\n', {mode: 0o755});
	return cwd;
};

test('each has a question, keys and a command line', t => {
	t.true(recipes.length > 10);
	t.deepEqual(
		recipes.filter(({question, keys, command}) => !question.endsWith('?') || keys === '' || command === ''),
		[],
	);
});

/** Whether a command line goes on until it is ended. */
const goesOn = (command: string): boolean => command.includes('--follow');

/** Runs a command line of a shell there. */
const run = async (t: ExecutionContext, cwd: string, command: string): Promise<Output> => {
	const {PATH = ''} = process.env;
	const env = {PATH: `${join(cwd, 'bin')}${delimiter}${PATH}`};
	const line = goesOn(command) ? `exec ${command}` : command;
	const running = startCommand(t, ['sh', '-c', line], {cwd, env});
	running.process.stdin?.end();
	if (goesOn(command)) {
		await running.lines(1);
		running.process.kill('SIGTERM');
	}
	return running.ended;
};

for (const {question, command} of recipes) {
	const body = async (t: ExecutionContext): Promise<void> => {
		const cwd = server(t);
		const {status, stdout, stderr} = await run(t, cwd, command);
		t.is(status, goesOn(command) ? 143 : 0, stderr);
		t.notRegex(stderr, /^reqscope:/m);
		const written = join(cwd, 'requests.csv');
		t.regex(existsSync(written) ? readFileSync(written, 'utf8') : stdout, /\S/);
	};
	if (process.platform !== 'win32' && (!command.includes('jq ') || isInstalled('jq', '--version'))) {
		test.serial(question, body);
	} else {
		test.skip(`${question} (skipped: jq or a shell is not installed here)`, body);
	}
}

test('what is found on the samples is what there is', async t => {
	const recipe = recipes.find(({question}) => question === "Who asks for what isn't there?");
	const {stdout} = await run(t, server(t), recipe?.command ?? '');
	const clients = readFileSync('samples/storefront.log', 'utf8')
		.split('\n')
		.filter(line => line.includes('" 404 '))
		.map(line => line.split(' ')[0]);
	const most = Math.max(...clients.map(client => clients.filter(other => other === client).length));
	t.is(Number(/\d+/.exec(stdout)?.[0]), most);
});

(process.platform === 'win32' ? test.skip : test.serial)(
	"the readme's commands install completions in an empty home",
	async t => {
		const cwd = server(t);
		const blocks = [...readFileSync('readme.md', 'utf8').matchAll(/^```sh\n(.*?)^```$/gms)].map(
			([, text]) => text,
		);
		const lines = blocks.find(block => block?.includes('completions bash >'))?.split('\n') ?? [];
		const commands = lines.filter(line => line !== '' && !line.startsWith('source ')).join('\n');
		const {status, stderr} = await run(t, cwd, `set -e\n${commands}`);
		t.is(status, 0, stderr);
		for (const file of [
			'.local/share/bash-completion/completions/reqscope',
			'.config/fish/completions/reqscope.fish',
			'.zfunc/_reqscope',
		]) {
			t.regex(readFileSync(join(cwd, file), 'utf8'), /reqscope/, file);
		}
	},
);

(isInstalled('jq', '--version') && process.platform !== 'win32' ? test : test.skip)(
	'tables made of printed requests count no header and no part of a URL',
	async t => {
		const cwd = server(t);
		writeFileSync(
			join(cwd, 'access.log'),
			'203.0.113.7 - - [20/Nov/2026:09:03:07 +0000] "GET /a,b,c HTTP/1.1" 503 45 "-" "curl/8.5.0"\n',
		);
		const recipe = recipes.find(({question}) => question === 'Since when does it fail?');
		const {stdout} = await run(t, cwd, recipe?.command ?? '');
		t.is(stdout.trim(), '1 2026-11-20T09');
	},
);

test('the keys are keys, and the searches can be understood', t => {
	const names = new Set(keyTable.flatMap(({shown}) => shown.split(' ')));
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
