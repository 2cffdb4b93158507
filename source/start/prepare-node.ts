// React reads it when it is imported: its development build takes twice the time for a frame.
process.env.NODE_ENV ??= 'production';
