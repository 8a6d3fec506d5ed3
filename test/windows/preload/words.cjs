// Prints the words that arrived.
console.log(JSON.stringify(process.argv.slice(2)));
