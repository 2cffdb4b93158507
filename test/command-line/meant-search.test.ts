import test from 'ava';
import {refuseSearchAsPath} from '../../source/command-line/meant-search.js';
import {parseCommandLine} from '../../source/command-line/parse-command-line.js';
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
