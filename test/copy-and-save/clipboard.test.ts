import test from 'ava';
import {clipboardPrograms, maxCopied, systemClipboard} from '../../source/copy-and-save/clipboard.js';

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
