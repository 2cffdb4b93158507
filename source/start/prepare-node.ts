// React reads it when it is imported: its development build takes twice the time for a frame.
process.env.NODE_ENV ??= 'production';

// Without a listener Node opens its debugger on this signal, and whoever may connect to loopback runs code in the
// process. It is the signal that rotation scripts send to servers.
process.on('SIGUSR1', () => {});

/** Milliseconds after which most programs have ended: what closes the debugger takes 1 ms to load. */
const closedAfter = 1000;

// What came before this line has opened it, where nobody has asked Node for it.
const isWanted = /--(?:inspect(?!-port)|require)/.test(
	[...process.execArgv, process.env.NODE_OPTIONS].join(' '),
);
if (!isWanted) {
	const close = (): void => process.getBuiltinModule('node:inspector').close();
	// Node opens it by three requests at a time, of which one waits for input and output. On a busy machine the timer comes
	// before that, which would open it anew.
	setTimeout(() => setImmediate(close), closedAfter).unref();
}
