import {form} from './parts.js';

// React reads it on import: its development build takes twice as long per frame.
process.env.NODE_ENV ??= 'production';

// Without a listener, Node opens its debugger on this signal, and anyone who can connect to loopback can run code in the process.
// Rotation scripts send this signal to servers.
process.on('SIGUSR1', () => {});

/** Delay in ms after which most programs have ended: the module that closes the debugger takes 1 ms to load. */
const closedAfter = 1000;

// A signal before this line has opened the debugger, unless the user has requested it from Node. In the single file, Node opens
// none on a signal.
const isWanted = /--(?:inspect(?!-port)|require)/.test(
	[...process.execArgv, process.env.NODE_OPTIONS].join(' '),
);
if (form !== 'single file' && !isWanted) {
	const close = (): void => process.getBuiltinModule('node:inspector').close();
	// Node opens it with three requests at once, and one of them waits for I/O. On a busy machine the timer fires before that, and
	// the debugger would be opened again.
	setTimeout(() => setImmediate(close), closedAfter).unref();
}
