// React reads it when it is imported: its development build takes twice the time for a frame.
process.env.NODE_ENV ??= 'production';

// Without a listener Node opens its debugger on this signal, and whoever may connect to loopback runs code in the
// process. It is the signal that rotation scripts send to servers.
process.on('SIGUSR1', () => {});
