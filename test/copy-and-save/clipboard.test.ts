import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {
	clipboardPrograms,
	handOver,
	maxCopied,
	osc52,
	systemClipboard,
} from '../../source/copy-and-save/clipboard.js';
import {temporaryDirectory} from '../helpers/temporary-directory.js';
import {patience} from '../helpers/wait-for.js';

const programs: ReadonlyArray<
	readonly [platform: NodeJS.Platform, env: Record<string, string>, names: readonly string[]]
> = [
	['linux', {}, []],
	['linux', {DISPLAY: ':0'}, ['xclip', 'xsel']],
	['linux', {DISPLAY: ':0', WAYLAND_DISPLAY: 'wayland-0'}, ['wl-copy', 'xclip', 'xsel']],
	['linux', {DISPLAY: ':0', TMUX: 'x'}, ['xclip', 'xsel', 'tmux']],
	['linux', {WSL_DISTRO_NAME: 'Debian', DISPLAY: ':0'}, ['clip.exe']],
	['darwin', {}, ['pbcopy']],
	['darwin', {SSH_TTY: '/dev/ttys1'}, []],
	['win32', {}, ['clip.exe']],
];

for (const [platform, env, names] of programs) {
	test(`${platform} ${JSON.stringify(env)}: ${names.join(', ') || 'no program'}`, t => {
		t.deepEqual(
			clipboardPrograms(env, platform).flatMap(group => group.map(({name}) => name)),
			names,
		);
	});
}

test('on Windows, runs the system’s own program, not one with its name in the current directory', t => {
	const paths = (env: Record<string, string>): readonly string[] =>
		clipboardPrograms(env, 'win32').flatMap(group => group.map(({argv}) => argv[0]));
	t.deepEqual(paths({SystemRoot: 'D:\\Win'}), ['D:\\Win\\System32\\clip.exe']);
	t.deepEqual(paths({}), ['C:\\Windows\\System32\\clip.exe']);
});

test('reports the first program that works, and the terminal', async t => {
	const tried: string[] = [];
	let written = '';
	const clipboard = systemClipboard({
		env: {WAYLAND_DISPLAY: 'x', DISPLAY: ':0', TMUX: 'x'},
		platform: 'linux',
		write(sequence) {
			written += sequence;
		},
		async take({name}, text) {
			tried.push(`${name} ${text}`);
			return name !== 'wl-copy';
		},
	});
	t.deepEqual(await clipboard.copy('a'), {ways: ['xclip', 'tmux', 'the terminal (OSC 52)']});
	t.deepEqual(tried.sort(), ['tmux a', 'wl-copy a', 'xclip a']);
	t.true(written.includes('\u001b]52;c;YQ==\u0007'));
});

test('text that is too long for the terminal goes only to the programs', async t => {
	let written = '';
	const write = (sequence: string): void => {
		written += sequence;
	};
	const take = async (): Promise<boolean> => true;
	const text = 'a'.repeat(maxCopied + 1);
	const without = systemClipboard({env: {}, platform: 'linux', write, take});
	t.deepEqual(await without.copy(text), {ways: []});
	const having = systemClipboard({env: {DISPLAY: ':0'}, platform: 'linux', write, take});
	t.deepEqual(await having.copy(text), {ways: ['xclip']});
	t.is(written, '');
});

function program(...argv: [string, ...string[]]) {
	return {argv, name: argv[0], encoding: 'utf8' as const};
}

test('a program gets all of the text on its standard input, and no shell reads it', async t => {
	const path = join(temporaryDirectory(t), 'taken');
	const text = `${'é$(id)\n'.repeat(50_000)}'`;
	t.true(await handOver(program('dd', `of=${path}`), text, patience));
	t.is(readFileSync(path, 'utf8'), text);
	const wide = {...program('dd', `of=${path}`), encoding: 'utf16le' as const};
	t.true(await handOver(wide, 'é', patience));
	t.deepEqual(readFileSync(path), Buffer.from([0xe9, 0]));
});

test('a program doesn’t get the password of a server', async t => {
	process.env.CLICKHOUSE_PASSWORD = 'secret';
	t.teardown(() => {
		delete process.env.CLICKHOUSE_PASSWORD;
	});
	t.true(await handOver(program('sh', '-c', '! env | grep -q CLICKHOUSE_PASSWORD'), 'a', patience));
});

test('a program that is missing, or ends without reading the text, has failed', async t => {
	t.false(await handOver(program('reqscope-has-no-such-program'), 'a'));
	t.false(await handOver(program('false'), 'a'.repeat(1_000_000)));
	t.true(await handOver(program('true'), 'a'.repeat(1_000_000), patience));
});

test('a program that doesn’t end is killed', async t => {
	t.false(await handOver(program('sleep', '60'), 'a', 50));
});

test('encodes text for the clipboard of the terminal', t => {
	t.is(osc52('é', {}), '\u001b]52;c;w6k=\u0007');
});

test('within tmux, the sequence is written plain and wrapped', t => {
	const plain = '\u001b]52;c;w6k=\u0007';
	t.is(osc52('é', {TMUX: '/tmp/tmux-1/default,1,0'}), `${plain}\u001bPtmux;\u001b${plain}\u001b\\`);
});

test('within screen, the sequence is split into pieces that screen passes on', t => {
	const text = 'a'.repeat(3000);
	const sequence = osc52(text, {STY: '1.tty'}) ?? '';
	const pieces = sequence.split('\u001b\\').slice(0, -1);
	t.true(pieces.length > 1);
	t.true(pieces.every(piece => piece.startsWith('\u001bP') && piece.length < 768));
	t.is(pieces.map(piece => piece.slice(2)).join(''), osc52(text, {}) ?? '');
});

test('returns null for more text than terminals accept', t => {
	t.true((osc52('é'.repeat(maxCopied / 2), {}) ?? '').length <= 100_000);
	t.is(osc52('a'.repeat(maxCopied + 1), {}), null);
	t.is(osc52('é'.repeat(maxCopied / 2 + 1), {}), null);
});
