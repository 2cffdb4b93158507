import test from 'ava';
import {refuseLogAsValue, refuseSearchAsPath} from '../../source/command-line/meant-search.js';
import {parseCommandLine} from '../../source/command-line/parse-command-line.js';
import {readArguments} from '../../source/command-line/read-arguments.js';
import {UsageError} from '../../source/command-line/usage-error.js';

function refused(args: readonly string[], ...there: readonly string[]) {
	return (): void => refuseSearchAsPath(parseCommandLine(args), path => there.includes(path));
}

for (const search of ['status:5xx', '!bot:yes', 'URL:/en/', 'since:15m']) {
	test(`${search} is not a log`, t => {
		t.throws(refused(['access.log', search]), {
			instanceOf: UsageError,
			message: `${search}: no such file; to search for that, write -q before it. To wait for a log of that name, write ./${search}`,
		});
		t.notThrows(refused(['access.log', search], search));
	});
}

test('accepts paths that may be logs', t => {
	for (const path of ['./status:5xx', 'status:', 'C:\\access.log', 'shop:access.log', '404', 'status', '-']) {
		t.notThrows(refused([path]), path);
	}
	t.notThrows(refused(['explain', 'status:5xx']));
	t.notThrows(refused([]));
});

test('a log path after --diff or --top is not read as the value of the option', t => {
	const refuse =
		(args: readonly string[], isPiped = false) =>
		(): void =>
			refuseLogAsValue(
				readArguments(args),
				() => isPiped,
				path => path === 'access.log',
			);
	t.throws(refuse(['--diff', 'access.log']), {
		instanceOf: UsageError,
		message:
			'--diff takes a search, but access.log is a file, and no log is given: write --diff status:5xx access.log',
	});
	t.throws(refuse(['--json', '--top=access.log']), {
		instanceOf: UsageError,
		message:
			'--top takes fields, but access.log is a file, and no log is given: write --top route,ip access.log',
	});
	t.notThrows(refuse(['--diff', 'access.log', 'other.log']));
	t.notThrows(refuse(['--diff', 'other.log']));
	t.notThrows(refuse(['--diff', 'access.log'], true), 'the log is piped in');
	for (const other of ['--demo', '--store=env']) {
		t.notThrows(refuse(['--diff', 'access.log', other]), other);
	}
});
