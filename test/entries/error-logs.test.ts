import test from 'ava';
import {errorLogText} from '../../source/entries/error-logs.js';

const samples: ReadonlyArray<readonly [program: string, lines: readonly string[]]> = [
	[
		'nginx',
		[
			'2026/11/20 09:03:07 [error] 71#71: *3 open() "/srv/x" failed (2: No such file or directory), client: 203.0.113.7',
			'2026/11/20 09:03:07 [notice] 1#1: start worker processes',
		],
	],
	[
		'Apache',
		[
			'[Fri Nov 20 09:03:07.123456 2026] [core:error] [pid 71:tid 72] [client 203.0.113.7:5] AH00126: Invalid URI',
			'[Fri Nov 20 09:03:07 2026] [error] [client 203.0.113.7] File does not exist: /srv/x',
			'[Fri Nov 20 09:03:07.123456 2026] [mpm_event:notice] [pid 71:tid 72] AH00489: resuming normal operations',
		],
	],
	[
		'PHP',
		[
			'[20-Nov-2026 09:03:07 Europe/Vienna] PHP Fatal error:  Uncaught Exception: x in /srv/a.php:3',
			'Stack trace:',
			'[20-Nov-2026 09:03:07] NOTICE: fpm is running, pid 1',
		],
	],
	['lighttpd', ['2026-11-20 09:03:07: (server.c.1551) server started (lighttpd/1.4.59)']],
	[
		'Tomcat',
		['20-Nov-2026 09:03:07.123 INFO [main] org.apache.catalina.startup.Catalina.start Server startup'],
	],
	['Squid', ['2026/11/20 09:03:07 kid1| Starting Squid Cache version 5.7']],
];

for (const [program, lines] of samples) {
	test(`the error log of ${program} is named by its lines`, t => {
		for (const some of [lines, ...lines.filter(line => line !== 'Stack trace:').map(line => [line])]) {
			t.regex(
				errorLogText(some) ?? '',
				new RegExp(`^${program} error log: reqscope shows requests; give the .*access`, 'i'),
			);
		}
	});
}

test('other lines aren’t an error log', t => {
	t.is(errorLogText([]), undefined);
	t.is(errorLogText(['2026/11/20 09:03:07 main: started', 'Nov 20 09:03:07 web kernel: x']), undefined);
	t.is(errorLogText([...(samples[0]?.[1].slice(0, 1) ?? []), 'a', 'b']), undefined);
});
