/**
 * Runs in the head before the first paint, so that the chosen theme does not flash, and handles the theme button. It
 * is not compiled, so it uses only syntax that old browsers know.
 */
export const themeScript = `(function(){
var root=document.documentElement,key='theme';
try{var t=localStorage.getItem(key);if(t==='light'||t==='dark')root.dataset.theme=t}catch(e){}
document.addEventListener('click',function(e){
if(!e.target.closest||!e.target.closest('[data-theme-switch]'))return;
var now=root.dataset.theme||(matchMedia('(prefers-color-scheme: dark)').matches?'dark':'light');
var next=now==='dark'?'light':'dark';root.dataset.theme=next;
try{localStorage.setItem(key,next)}catch(e){}})})()`
