import test from 'ava';
import {parseCommandLine} from '../../source/command-line/parse-command-line.js';
import {UsageError} from '../../source/command-line/usage-error.js';
import {refuseMistypedCommand} from '../../source/main.js';

function refused(args: readonly string[], ...there: readonly string[]) {
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
		t.throws(refused(args), {
			instanceOf: UsageError,
			message: `${word}: no such file; did you mean reqscope ${command}? To wait for a log of that name, write ./${word}`,
		});
		t.notThrows(refused(args, word));
	});
}

test('accepts paths that may be logs', t => {
	for (const path of ['./view', 'access', 'requests', 'view.log', '-', 'conf*', 'ab', '/confg']) {
		t.notThrows(refused([path]), path);
	}
	t.notThrows(refused(['config']));
	t.notThrows(refused(['explain', 'views']));
	t.notThrows(refused([]));
});
