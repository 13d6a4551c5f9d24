// Says in the footer whether the page is kept up to date. Everything else is read without it.
"use strict";
(function () {
  function say(text) {
    const place = document.getElementById("live");
    if (place && place.textContent !== text) { place.textContent = text; }
  }
  document.addEventListener("htmx:sseOpen", function () { say("Live."); });
  document.addEventListener("htmx:sseError", function () { say("Not live: the monitor does not answer."); });
}());
