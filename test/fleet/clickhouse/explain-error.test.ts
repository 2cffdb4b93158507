import test from 'ava';
import {parseAddress} from '../../../source/command-line/store-address.js';
import {explainError} from '../../../source/fleet/clickhouse/explain-error.js';
import {ServerProblem} from '../../../source/fleet/clickhouse/server-problem.js';

const asked = {address: parseAddress('clickhouse://localhost:8123/logs'), user: 'viewer'};

function explained(code: string | undefined, message: string): readonly [string, string] {
	const problem = explainError(Object.assign(new Error(message), {code}), asked);
	return [problem.kind, problem.message];
}

const cases: ReadonlyArray<readonly [code: string | undefined, message: string, kind: string, said: RegExp]> =
	[
		['516', 'Authentication failed', 'refused', /does not let viewer in: .*set CLICKHOUSE_USER/],
		[
			'497',
			"viewer: Not enough privileges. To execute this query, it's necessary to have the grant SELECT(time, url) ON logs.access.",
			'refused',
			/GRANT SELECT\(time, url\) ON logs\.access TO viewer$/,
		],
		['497', 'Not enough privileges', 'refused', /GRANT SELECT ON logs\.\* TO viewer$/],
		[
			'81',
			'Database logs does not exist',
			'refused',
			/no database logs: reqscope ship --store clickhouse:\/\/localhost:8123\/logs --init creates/,
		],
		['60', 'Table logs.other does not exist', 'refused', /no table logs\.other: .* --init creates/],
		[
			'701',
			"Requested cluster 'x' not found",
			'refused',
			/no such cluster \(.*'x' not found\): give --cluster/,
		],
		['36', "No macro 'cluster' in config", 'refused', /no macro “cluster”: give --cluster/],
		['164', 'Cannot modify setting in readonly mode', 'refused', /readonly = 2/],
		[
			'279',
			'All connection tries failed: (10.0.0.2:9000)',
			'shard',
			/^the shard 10\.0\.0\.2:9000 does not answer$/,
		],
		[
			'279',
			'All connection tries failed. Log: There is no table `logs`.`access_local` on server: 10.0.0.2:9000 : While',
			'shard',
			/^the shard 10\.0\.0\.2:9000 has no table logs\.access_local, which .*--init --schema sharded creates there$/,
		],
		[
			'32',
			'Attempt to read after eof: Cannot parse UInt8 from String: while converting column "upstream" from type LowCardinality(String) to type UInt8: While executing Native.',
			'refused',
			/the table access at .* has other columns than this version needs \(.*column "upstream".*\): reqscope ship --schema/,
		],
		['210', 'Connection reset', 'shard', /^a shard does not answer \(Connection reset\)$/],
		[
			'32',
			'Attempt to read after eof: while receiving packet from 10.0.0.2:9000, local address: 10.0.0.1:56544',
			'shard',
			/^the shard 10\.0\.0\.2:9000 does not answer$/,
		],
		['236', 'Received from a:9000. Aborted', 'shard', /^the shard a:9000 is shutting down$/],
		['236', 'Aborted', 'away', /is shutting down/],
		['159', 'Timeout exceeded', 'limit', /narrow the search/],
		['241', 'Memory limit', 'limit', /its memory limit/],
		[
			'999',
			`a\nlong ${'x'.repeat(400)}`,
			'statement',
			/^localhost:8123\/logs could not answer: a long x+… \(code 999\)$/,
		],
		['ECONNREFUSED', 'connect ECONNREFUSED', 'away', /nothing answers at localhost:8123/],
		['ENOTFOUND', 'getaddrinfo', 'away', /unknown host localhost/],
		['ECONNRESET', 'socket hang up', 'away', /write clickhouses:\/\//],
		['SELF_SIGNED_CERT_IN_CHAIN', 'self-signed', 'refused', /CLICKHOUSE_CA/],
		['CERT_HAS_EXPIRED', 'expired', 'refused', /renew it/],
		['ERR_TLS_CERT_ALTNAME_INVALID', 'altname', 'refused', /another name/],
		['EPROTO', 'wrong version number', 'foreign', /does not speak TLS/],
		['HPE_INVALID_CONSTANT', 'Parse Error', 'foreign', /does not speak HTTP/],
		[undefined, 'Timeout error.', 'away', /did not answer in time/],
		[undefined, 'something\nelse', 'away', /can't be queried: something$/],
	];

for (const [code, message, kind, said] of cases) {
	test(`the message for an error ${code ?? 'without a code'} contains a fix: ${message.slice(0, 60)}`, t => {
		const [ofKind, text] = explained(code, message);
		t.is(ofKind, kind);
		t.regex(text, said);
		t.notRegex(text, /\n/);
	});
}

test('a ServerProblem stays unchanged', t => {
	const problem = new ServerProblem('so it is', 'away');
	t.is(explainError(problem, asked), problem);
});
