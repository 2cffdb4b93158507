/**
 * A separate process with a ClickHouse server: `engine-process.js <engine folder> <data folder> <config> <http port> <tcp
 * port>`. Runs until it is killed.
 */
import {createRequire} from 'node:module';
import {join} from 'node:path';
import {libraryOf} from './engine-folder.js';

/** The used part of `ffi-rs`. */
type Ffi = {
	open(library: {library: string; path: string}): void;
	load(call: {
		library: string;
		funcName: string;
		retType: number;
		paramsType: readonly number[];
		paramsValue: readonly unknown[];
	}): unknown;
	readonly DataType: {readonly External: number; readonly I32: number; readonly StringArray: number};
};

const [folder = '', data = '', config = '', http = '', tcp = ''] = process.argv.slice(2);
const {open, load, DataType}: Ffi = createRequire(join(folder, 'package.json'))('ffi-rs');
// The query never ends, and the server runs as long as the query.
const query = [
	'SYSTEM START LISTEN HTTP',
	'SYSTEM START LISTEN TCP',
	'SELECT sleepEachRow(1) FROM numbers(1000000000) SETTINGS max_block_size = 1, function_sleep_max_microseconds_per_block = 60000000 FORMAT Null',
].join('; ');
const argv = [
	'clickhouse-local',
	...['--path', data, '--config-file', config, '--listen_host', '127.0.0.1'],
	...['--http_port', http, '--tcp_port', tcp, '--query', query],
];
open({library: 'c', path: libraryOf(folder)});
load({
	library: 'c',
	funcName: 'chdb_query_cmdline',
	retType: DataType.External,
	paramsType: [DataType.I32, DataType.StringArray],
	paramsValue: [argv.length, argv],
});
