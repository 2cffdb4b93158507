import {createRequire} from 'node:module';
import {dirname} from 'node:path';
import {Script} from 'node:vm';
import {parentPort, workerData} from 'node:worker_threads';
import {type BackfillThreadData, type CodeMessage, codeWanted} from '../reader/start-backfill-thread.js';
import {pathOf, textOf} from './parts.js';

// The main thread reads and writes the file with the code: loading the functions that check it would take this thread 3 ms.
function post(message: CodeMessage): void {
	parentPort?.postMessage(message);
}

const {code} = workerData as BackfillThreadData;
const filename = pathOf('backfill-thread.cjs');
const script = new Script(textOf('backfill-thread.cjs'), {filename, ...(code && {cachedData: code})});
if (script.cachedDataRejected !== false) {
	post({kind: 'uncached'});
	parentPort?.on('message', message => {
		if (message === codeWanted) {
			post({kind: 'code', code: new Uint8Array(script.createCachedData())});
		}
	});
}
const module = {exports: {}};
script.runInThisContext()(module.exports, createRequire(filename), module, filename, dirname(filename));
