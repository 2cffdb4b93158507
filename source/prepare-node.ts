import {setFlagsFromString} from 'node:v8';

// React reads it when it is imported: its development build takes twice the time for a frame.
process.env.NODE_ENV ??= 'production';

// What is kept for the next start would lack whatever ran only at the beginning of a long first run: that start took
// 80 ms longer.
setFlagsFromString('--no-flush-bytecode');

// Node 20 compiles for speed what has run for a moment only, in each thread, and takes up the processors with it that
// the reading needs: later, 1.2 GB of log are read in nine tenths of the time. Newer ones don't, and don't know the flag.
if (process.versions.node.startsWith('20.')) {
	setFlagsFromString('--interrupt-budget=500000');
}
