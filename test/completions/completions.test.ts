import {execFileSync} from 'node:child_process';
import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {commands} from '../../source/command-line/commands.js';
import {options} from '../../source/command-line/options.js';
import {UsageError} from '../../source/command-line/usage-error.js';
import {completions} from '../../source/completions/completions.js';
import {formats} from '../../source/entries/formats.js';
import {testWith} from '../helpers/shell.js';
import {temporaryDirectory} from '../helpers/temporary-directory.js';
import {openTerminal} from '../helpers/terminal.js';

const {PATH = ''} = process.env;

/** A directory with a script, a log and a folder, as the working directory of shells. */
function workspace(t: ExecutionContext, shell: string) {
	const cwd = temporaryDirectory(t);
	writeFileSync(join(cwd, 'script'), `${completions([shell])}\n`);
	writeFileSync(join(cwd, 'access log.txt'), '');
	mkdirSync(join(cwd, 'archive'));
	return cwd;
}

/** Returns bash's completions of the last word. */
function inBash(cwd: string, ...words: readonly string[]): readonly string[] {
	const script = `source ./script; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _reqscope; printf '%s\\n' "\${COMPREPLY[@]}"`;
	const out = execFileSync('bash', ['--norc', '-c', script, 'bash', 'reqscope', ...words], {
		cwd,
		encoding: 'utf8',
	});
	return out.split('\n').filter(line => line !== '');
}

/** Returns fish's completions of a line, each followed by a tab and a description, if it has one. */
function describedInFish(cwd: string, line: string): readonly string[] {
	const out = execFileSync('fish', ['--no-config', '-c', 'source ./script; complete -C $argv[1]', line], {
		cwd,
		encoding: 'utf8',
		env: {PATH, HOME: cwd, LANG: 'C.UTF-8'},
	});
	return out.split('\n').filter(found => found !== '');
}

/** Returns fish's completions without their descriptions. */
function inFish(cwd: string, line: string): readonly string[] {
	return describedInFish(cwd, line).map(found => found.split('\t')[0] ?? '');
}

const longNames = options.map(({name}) => `--${name}`);
const formatNames = formats.map(({name}) => name);
function byName(names: readonly string[]): readonly string[] {
	return names.toSorted();
}

testWith('bash', 'bash: every option, word and value', t => {
	const cwd = workspace(t, 'bash');
	t.deepEqual(inBash(cwd, '--'), longNames);
	t.deepEqual(
		inBash(cwd, '--no-'),
		longNames.filter(name => name.startsWith('--no-')),
	);
	t.deepEqual(inBash(cwd, ''), [
		...commands.map(({name}) => name),
		...byName(['access log.txt', 'archive', 'script']),
	]);
	t.deepEqual(inBash(cwd, 'completions', ''), ['bash', 'zsh', 'fish']);
	t.deepEqual(inBash(cwd, 'completions', '--'), ['--config', '--no-config', '--help']);
	t.deepEqual(inBash(cwd, 'ship', '--s'), ['--source', '--store', '--schema']);
	t.deepEqual(inBash(cwd, '--format', ''), formatNames);
	t.deepEqual(
		inBash(cwd, '--format', '=', 'ngi'),
		formatNames.filter(name => name.startsWith('ngi')),
	);
	t.deepEqual(inBash(cwd, '--color', '='), ['auto', 'always', 'never']);
	t.deepEqual(inBash(cwd, '-q', 'sta'), ['status:']);
	// Then bash completes files.
	t.deepEqual(inBash(cwd, '--output', ''), []);
	t.deepEqual(inBash(cwd, 'explain', ''), []);
});

testWith('fish', 'fish: every option, word and value', t => {
	const cwd = workspace(t, 'fish');
	t.deepEqual(byName(inFish(cwd, 'reqscope --')), byName(longNames));
	t.deepEqual(inFish(cwd, 'reqscope completions '), ['bash', 'fish', 'zsh']);
	t.deepEqual(inFish(cwd, 'reqscope completions --'), ['--config', '--help', '--no-config']);
	t.deepEqual(inFish(cwd, 'reqscope ship --sto'), ['--store']);
	t.deepEqual(inFish(cwd, 'reqscope ship --q'), []);
	t.deepEqual(byName(inFish(cwd, 'reqscope --format ')), byName(formatNames));
	t.deepEqual(inFish(cwd, 'reqscope --color=al'), ['--color=always']);
	t.deepEqual(inFish(cwd, 'reqscope -q sta'), ['status:']);
	t.deepEqual(inFish(cwd, 'reqscope --output acc'), ['access log.txt']);
	t.deepEqual(inFish(cwd, 'reqscope form'), ['formats']);
	t.deepEqual(inFish(cwd, 'reqscope formats a'), []);
	t.true(inFish(cwd, 'reqscope explain a').includes('archive/'));
});

testWith('fish', 'fish: an option’s description differs from that of its values', t => {
	const cwd = workspace(t, 'fish');
	const {help} = options.find(({name}) => name === 'color') ?? {};
	t.deepEqual(describedInFish(cwd, 'reqscope --colo'), [`--color\t${help}`]);
	for (const line of ['--color ', '--theme=', '--format ', '--tz ', '-q s', '-n ', 'ship --schema ']) {
		const found = describedInFish(cwd, `reqscope ${line}`);
		t.not(found.length, 0, line);
		t.deepEqual(
			found.filter(one => one.includes('\t')),
			[],
			line,
		);
	}
});

/** Input for an interactive shell, and the line after Tab. */
async function typed(
	t: ExecutionContext,
	command: readonly string[],
	setting: string,
	lines: ReadonlyArray<readonly [typed: string, becomes: string]>,
): Promise<void> {
	const cwd = workspace(t, command[0] ?? '');
	const env = {PATH, HOME: cwd, LANG: 'C.UTF-8', TERM: 'xterm-256color', PS1: 'ready> '};
	const terminal = openTerminal(command, {cwd, env, columns: 120, rows: 40});
	t.teardown(async () => terminal.close());
	await terminal.waitFor('ready>');
	terminal.write(`PS1='ready''> '; ${setting}; source ./script; clear; echo is''loaded\r`);
	await terminal.waitFor(/isloaded\n+ready>/);
	for (const [text, becomes] of lines) {
		terminal.write(`${text}\t`);
		// A space may follow, but the screen doesn't show it.
		await terminal.waitFor(screen => screen.some(line => line === `ready> ${becomes}`));
		// ^A ^K: an empty line.
		await terminal.press('\u0001\u000B', screen => screen.filter(line => line !== '').at(-1) === 'ready>');
	}
	t.pass();
}

testWith('bash', 'bash, as one types', async t => {
	await typed(t, ['bash', '--norc', '--noprofile', '-i'], "bind 'set bell-style none'", [
		['reqscope --quer', 'reqscope --query'],
		['reqscope --color=al', 'reqscope --color=always'],
		['reqscope -q stat', 'reqscope -q status:'],
		['reqscope arch', 'reqscope archive/'],
		['reqscope --poll acc', 'reqscope --poll access\\ log.txt'],
		['reqscope comp', 'reqscope completions'],
	]);
});

testWith('zsh', 'zsh, as one types', async t => {
	await typed(t, ['zsh', '-f', '-i'], 'setopt nobeep nolistbeep; autoload -Uz compinit; compinit -u -D', [
		['reqscope --quer', 'reqscope --query='],
		['reqscope --color=al', 'reqscope --color=always'],
		['reqscope --color al', 'reqscope --color always'],
		['reqscope --format cloudfl', 'reqscope --format cloudflare'],
		['reqscope -q stat', 'reqscope -q status:'],
		['reqscope arch', 'reqscope archive/'],
		['reqscope --poll acc', 'reqscope --poll access\\ log.txt'],
		['reqscope completions z', 'reqscope completions zsh'],
		['reqscope doc', 'reqscope doctor'],
		['reqscope ship --po', 'reqscope ship --poll'],
		['reqscope ship --quer', 'reqscope ship --quer'],
	]);
});

testWith('zsh', 'zsh: the script is a function of $fpath, too', t => {
	const cwd = workspace(t, 'zsh');
	const script =
		'fpath=($PWD $fpath); cp script _reqscope; autoload -Uz compinit; compinit -u -D; print $_comps[reqscope]';
	t.is(execFileSync('zsh', ['-f', '-c', script], {cwd, encoding: 'utf8'}), '_reqscope\n');
});

test('every option and word is in each script, and so is each short form', t => {
	for (const shell of ['bash', 'zsh', 'fish']) {
		const script = completions([shell]);
		for (const {name} of options) {
			const long = shell === 'fish' ? `-l ${name} ` : `--${name}`;
			t.true(script.includes(long), `${shell} --${name}`);
		}
		for (const {name} of commands) {
			t.true(script.includes(name), `${shell} ${name}`);
		}
	}
});

test('an unknown or missing shell is an error that lists the known ones', t => {
	const expected = {
		instanceOf: UsageError,
		message: 'completions takes the name of a shell: bash, zsh or fish',
	};
	t.throws(() => completions([]), expected);
	t.throws(() => completions(['tcsh']), expected);
	t.throws(() => completions(['bash', 'zsh']), expected);
});
